// Returns a value in which ids of this phone are replaced by those that the server has given, in texts and in keys.
export function withIds(value, given) {
  if (typeof value === "string") return given[value] ?? value;
  if (Array.isArray(value)) return value.map((one) => withIds(one, given));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [given[key] ?? key, withIds(one, given)]));
}
