/** Program words: what a program that can be connected is called, and who stands for it at the door. */
import { useTranslation } from 'react-i18next'
import type { Caller } from '../../src-main/contract/call.js'
import { bridge } from '../../src-main/contract/client.js'
import { type Guest, type ProgramId, programNames, programOf } from '../../src-main/contract/connection.js'

export const useProgramName = (): ((program: ProgramId) => string) => {
  const { t } = useTranslation()
  return (program) => (program === 'other' ? t('connect.other') : programNames[program])
}

/** Sentences about a program; of one that we do not know they speak of "your program". */
export const useProgramWords = (): ((sentence: string, program: ProgramId) => string) => {
  const { t } = useTranslation()
  return (sentence, program) =>
    program === 'other'
      ? t(`program.yours.${sentence}`)
      : t(`program.named.${sentence}`, { name: programNames[program] })
}

/** Two letters at most, so that neighbours can be told apart. */
export const programMarks: Readonly<Record<ProgramId, string>> = {
  'claude-desktop': 'CD',
  'claude-code': 'CC',
  cursor: 'Cu',
  vscode: 'VS',
  windsurf: 'W',
  'gemini-cli': 'G',
  other: '…',
}

export const asCaller = (name: string): Caller => ({ type: 'model', id: name, name })

/** Whether this is the program, through the bridge: a key has a page of its own. */
export const isGuestOf =
  (program: ProgramId) =>
  ({ clientId, says }: Guest): boolean =>
    clientId === bridge.id && says !== undefined && programOf(says) === program

/** Of one that is there before one that was, the newest first. */
export const guestOf = (guests: readonly Guest[], program: ProgramId): Guest | undefined => {
  const own = guests.filter(isGuestOf(program))
  return own.find(({ connected }) => connected) ?? own[0]
}
