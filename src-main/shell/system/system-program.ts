/** System programs: runs a program of the system with a timeout, for example to query the desktop. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const timeoutMs = 1_500

/** Its output. @throws when it is missing, failed, or takes too long */
export async function runSystemProgram(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [...args], { timeout: timeoutMs, windowsHide: true })
  return stdout
}
