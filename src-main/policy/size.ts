/** Size: what is kept of a stranger's words stays small enough for a person to read and for the trail to keep. */

/** Characters of JSON. */
export const mostKept = 16_384

/** Whether a value is small enough to be kept. */
export const isSmall = (value: unknown): boolean => (JSON.stringify(value) ?? '').length <= mostKept
