/** Chat spending: stores today's cost of chat replies. */
import { isObject } from '@contract/json/json-object.js'
import { cleanText } from '../policy/text/untrusted-text.js'
import type { StateDatabase } from './state-database.js'
import { parseJson } from './state-schema.js'

interface DaySpending {
  readonly day: string
  readonly dollars: number
  readonly players: Readonly<Record<string, { readonly dollars: number; readonly questions: number }>>
}

export interface ChatSpending {
  /** It ends with the program. */
  readonly isDamaged: boolean
  /** Undefined when it is missing or cannot be read. */
  read(): DaySpending | undefined
  /** @throws Error when it could not be written */
  write(spending: DaySpending): void
}

export const chatSpendingIn = (state: StateDatabase): ChatSpending => ({
  isDamaged: state.isDamaged,
  read: () => spendingIn(parseJson(state.prepare('SELECT body FROM chat_spending').get()?.body)),
  write: (spending) =>
    void state.prepare('INSERT OR REPLACE INTO chat_spending VALUES (1, ?)').run(JSON.stringify(spending)),
})

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
