/** Terminal: the few plain lines for whoever starts the program from one. The log has its file, and the terminal where it is asked for. */

/** `GATEHOUSE_LOG=stderr` has every line of the log here too, for those who work on the program. */
export const logInTerminal = (
  env: Readonly<Record<string, string | undefined>>,
  stderr: NodeJS.WriteStream,
): NodeJS.WriteStream | undefined => (env.GATEHOUSE_LOG === 'stderr' ? stderr : undefined)

/** @param log path of the log @param hidden it runs without its window */
export const openLines = (log: string, hidden: boolean): string =>
  [
    hidden ? 'Gatehouse runs without its window; Ctrl-C ends it.' : 'Gatehouse is open; Ctrl-C ends it.',
    `What it does is written to ${log}`,
  ].join('\n')

/** A terminal that was closed is no reason to fall over. */
export function sayIn(stdout: NodeJS.WriteStream, lines: string): void {
  stdout.on('error', () => {})
  stdout.write(`${lines}\n`)
}
