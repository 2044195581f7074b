/** Size: limits stored untrusted text for people and for the audit trail. */

/** Characters of JSON. */
export const maxArgumentCharacters = 16_384

/** Characters of the arguments of a tool of a service, which may be a whole file; what is shown and kept of it is a preview. */
export const maxRelayedCharacters = 131_072

/** Whether a value is small enough to be kept. */
export const isSmall = (value: unknown, most = maxArgumentCharacters): boolean =>
  (JSON.stringify(value) ?? '').length <= most
