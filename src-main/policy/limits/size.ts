/** Size: limits stored untrusted text for people and for the audit trail. */

/** Maximum number of characters of JSON. */
export const maxArgumentCharacters = 16_384

/** The same for a tool of a service, which may receive a whole file; only a preview is shown and stored. */
export const maxRelayedCharacters = 131_072

/** Whether a value is small enough to be stored. */
export const isSmall = (value: unknown, most = maxArgumentCharacters): boolean =>
  (JSON.stringify(value) ?? '').length <= most
