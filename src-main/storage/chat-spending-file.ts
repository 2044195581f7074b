/** Chat spending file: stores today's cost of chat replies. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isObject } from '@contract/json/json-object.js'
import { cleanText } from '../policy/text/untrusted-text.js'
import { writePrivateFile } from './profile.js'

export const chatSpendingFile = 'chat-spending.json'

interface DaySpending {
  readonly day: string
  readonly dollars: number
  readonly players: Readonly<Record<string, { readonly dollars: number; readonly questions: number }>>
}

export interface ChatSpendingFile {
  /** Undefined when it is missing or cannot be read. */
  read(): DaySpending | undefined
  /** @throws Error when it could not be written */
  write(spending: DaySpending): void
}

export function openChatSpendingFile(profile: string): ChatSpendingFile {
  const file = path.join(profile, chatSpendingFile)
  return {
    read() {
      try {
        return spendingIn(JSON.parse(readFileSync(file, 'utf8')))
      } catch {
        return undefined
      }
    },
    write: (spending) => writePrivateFile(file, `${JSON.stringify(spending)}\n`),
  }
}

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0

function spendingIn(value: unknown): DaySpending | undefined {
  if (!isObject(value) || typeof value.day !== 'string' || !isAmount(value.dollars)) return undefined
  const players = Object.entries(isObject(value.players) ? value.players : {}).flatMap(([key, one]) =>
    isObject(one) && isAmount(one.dollars) && isAmount(one.questions)
      ? [[cleanText(key, 64), { dollars: one.dollars, questions: one.questions }] as const]
      : [],
  )
  return { day: cleanText(value.day, 10), dollars: value.dollars, players: Object.fromEntries(players) }
}
