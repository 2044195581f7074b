/** Size: what is kept of a stranger's words stays small enough for a person to read and for the trail to keep. */

/** Characters of JSON. */
export const mostKept = 16_384

/** Characters of the arguments of a tool of a service, which may be a whole file; what is shown and kept of it is a preview. */
export const mostRelayed = 131_072

/** Whether a value is small enough to be kept. */
export const isSmall = (value: unknown, most = mostKept): boolean => (JSON.stringify(value) ?? '').length <= most
