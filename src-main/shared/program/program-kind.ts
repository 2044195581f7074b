/**
 * The program that uses a profile: with a window and a tray, without a display, or only for a command of the owner. The
 * last connects to no server, and ends with the command.
 */
export type ProgramKind = 'window' | 'headless' | 'brief'
