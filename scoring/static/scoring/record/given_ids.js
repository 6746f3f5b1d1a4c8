// Whatever was said with ids of this phone, with those that the server has given them.
export function withIds(value, given) {
  if (typeof value === "string") return given[value] ?? value;
  if (Array.isArray(value)) return value.map((one) => withIds(one, given));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [given[key] ?? key, withIds(one, given)]));
}
