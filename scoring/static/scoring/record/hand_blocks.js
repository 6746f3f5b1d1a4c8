// A hand from its games to its premiums; these come once there is a game to have them.

import { companyButton, gameBlocks } from "./game_blocks.js";
import { birdBlock, premiumBlocks } from "./premium_blocks.js";

export function handBlocks(page) {
  const { games } = page.state;
  const found = games.flatMap((_, place) => gameBlocks(page, place));
  const known = games[0].contract !== null && games[0].declarer !== null;
  return known ? [...found, companyButton(page), birdBlock(page), premiumBlocks(page)] : found;
}
