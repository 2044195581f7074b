/**
 * Terminal: the output for a person who starts the program from a terminal. The log is a file, and shown here on
 * request.
 */

/** `GATEHOUSE_LOG=stderr` also prints every line of the log here. */
export const logInTerminal = <Output>(
  env: Readonly<Record<string, string | undefined>>,
  open: () => Output,
): Output | undefined => (env.GATEHOUSE_LOG === 'stderr' ? open() : undefined)

/** @param log path of the log @param hidden it runs without its window */
export const openLines = (log: string, hidden: boolean): string =>
  [
    hidden
      ? 'Gatehouse is running without a window. Press Ctrl-C to stop it.'
      : 'Gatehouse is running. Press Ctrl-C to stop it.',
    `Log file: ${log}`,
  ].join('\n')

/** A closed terminal must not crash the program. */
export function writeToTerminal(stdout: NodeJS.WriteStream, lines: string): void {
  stdout.on('error', () => {})
  stdout.write(`${lines}\n`)
}
