/** Canonical JSON: equal values have the same text, whatever the order of their members. */

/** @param value a JSON value with at most the depth of a message */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  ) ?? 'nothing'
