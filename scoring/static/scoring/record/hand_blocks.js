// A hand from its games to its premiums; these come once there is a game to have them.

import { companyButton, gameBlocks } from "./game_blocks.js";
import { birdBlock, premiumBlocks } from "./premium_blocks.js";

export function handBlocks(page) {
  const { games } = page.state;
  const known = games[0].contract !== null && games[0].declarer !== null;
  const bird = known ? birdBlock(page) : null;
  const found = games.flatMap((_, place) => gameBlocks(page, place, place === 0 ? bird : null));
  return known ? [...found, companyButton(page), premiumBlocks(page)] : found;
}
