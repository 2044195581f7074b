/** Program text: the display name of a program that can be connected, and the client that represents it. */

import type { Caller } from '@contract/call.js'
import { bridge, type Client } from '@shared/clients/client.js'
import { type ConnectedClient, type ProgramId, programNames, programOf } from '@shared/clients/connection.js'
import { useTranslation } from 'react-i18next'

export const useProgramName = (): ((program: ProgramId) => string) => {
  const { t } = useTranslation()
  return (program) => (program === 'other' ? t('connect.other') : programNames[program])
}

/** Sentences about a program; an unknown one is called "your program". */
export const useProgramText = (): ((sentence: string, program: ProgramId) => string) => {
  const { t } = useTranslation()
  return (sentence, program) =>
    program === 'other'
      ? t(`program.yours.${sentence}`)
      : t(`program.named.${sentence}`, { name: programNames[program] })
}

/** Two letters at most, to distinguish similar names. */
export const programMarks: Readonly<Record<ProgramId, string>> = {
  'claude-desktop': 'CD',
  'claude-code': 'CC',
  codex: 'Cx',
  cursor: 'Cu',
  vscode: 'VS',
  'vscode-insiders': 'VI',
  copilot: 'Co',
  'gemini-cli': 'G',
  antigravity: 'A',
  'qwen-code': 'Q',
  opencode: 'oc',
  cline: 'Cl',
  continue: 'Cn',
  'lm-studio': 'LM',
  windsurf: 'W',
  other: '…',
}

export const asCaller = (name: string): Caller => ({ type: 'model', id: name, name })

/** Whether this client is the program behind the bridge: by its key, or by its self-declared name when it has none. */
const isGuestOf =
  (keyName: string, program: ProgramId, known: readonly Client[]) =>
  ({ clientId, says }: ConnectedClient): boolean =>
    clientId === bridge.id
      ? says !== undefined && programOf(says) === program
      : known.some((client) => client.id === clientId && client.keyName === keyName)

/**
 * A connected one is preferred to an earlier one, and the newest is first.
 *
 * @param known clients with a key
 * @param keyName name of the program's key, for an unknown program
 */
export const guestOf = (
  connectedClients: readonly ConnectedClient[],
  program: ProgramId,
  known: readonly Client[],
  keyName: string = program,
): ConnectedClient | undefined => {
  const own = connectedClients.filter(isGuestOf(keyName, program, known))
  return own.find(({ connected }) => connected) ?? own[0]
}
