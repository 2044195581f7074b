/** Log settings: the levels and formats of the program's log, as in `logging` of docs/protocol.md#services-file. */

export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

/** `text` is `TIMESTAMP [level] [component] message {details}`; `json` is one object a line. */
export const logFormats = ['json', 'text'] as const
export type LogFormat = (typeof logFormats)[number]
