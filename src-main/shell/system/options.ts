/** Options of the tray program. Unknown ones are ignored: Electron and test runners add their own. */
import { parseArgs } from 'node:util'

export interface ShellOptions {
  readonly profile: string | undefined
  /** Adds the demo world for this run. */
  readonly simulator: boolean
  /** Starts in the tray, without a window. */
  readonly hidden: boolean
}

export function parseShellOptions(args: readonly string[]): ShellOptions {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: { profile: { type: 'string' }, simulator: { type: 'boolean' }, hidden: { type: 'boolean' } },
  })
  return {
    profile: typeof values.profile === 'string' ? values.profile : undefined,
    simulator: values.simulator === true,
    hidden: values.hidden === true,
  }
}
