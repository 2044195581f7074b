/** Rules: the game rules of the world. Two of them have an effect (see `World`); the others are only stored. */
import { ContractError } from '../../sdk/index.js'

export type GameRuleValue = boolean | number

const defaults: Readonly<Record<string, GameRuleValue>> = {
  announceAdvancements: true,
  doDaylightCycle: true,
  doFireTick: true,
  doMobSpawning: true,
  doWeatherCycle: true,
  keepInventory: false,
  mobGriefing: true,
  naturalRegeneration: true,
  playersSleepingPercentage: 100,
  randomTickSpeed: 3,
  showDeathMessages: true,
  spawnRadius: 10,
}

export class SimulatedGameRules {
  readonly #values = new Map(Object.entries(defaults))
  readonly #onDidChange: (rule: string, value: GameRuleValue) => void

  constructor(onDidChange: (rule: string, value: GameRuleValue) => void) {
    this.#onDidChange = onDidChange
  }

  /** @throws ContractError BUSINESS.OPERATION_FAILED when there is no such rule */
  get(rule: string): GameRuleValue {
    const value = this.#values.get(rule)
    if (value !== undefined) return value
    throw new ContractError('BUSINESS.OPERATION_FAILED', {
      message: `There is no game rule "${rule}".`,
      suggestion: 'Use one of the rules that details.rules lists.',
      details: { rule, rules: [...this.#values.keys()] },
    })
  }

  /** @throws ContractError BUSINESS.OPERATION_FAILED when there is no such rule, or the value is invalid for it */
  set(rule: string, given: boolean | number | string): { previousValue: GameRuleValue; value: GameRuleValue } {
    const previousValue = this.get(rule)
    const value = typeof given === 'string' ? parsed(given) : given
    const fits = typeof value === typeof previousValue && (typeof value === 'boolean' || isCount(value))
    if (!fits) {
      const expected = typeof previousValue === 'boolean' ? 'true or false' : 'a whole number from 0'
      throw new ContractError('BUSINESS.OPERATION_FAILED', {
        message: `The game rule "${rule}" takes ${expected}.`,
        suggestion: 'Use a value of that type.',
        details: { rule, value: given },
      })
    }
    this.#put(rule, value as GameRuleValue)
    return { previousValue, value: value as GameRuleValue }
  }

  all(): Record<string, GameRuleValue> {
    return Object.fromEntries(this.#values)
  }

  restore(values: Readonly<Record<string, GameRuleValue>>): void {
    for (const [rule, value] of Object.entries(values)) this.#put(rule, value)
  }

  #put(rule: string, value: GameRuleValue): void {
    this.#values.set(rule, value)
    this.#onDidChange(rule, value)
  }
}

/** Game commands write values as text, so text is accepted too. */
function parsed(text: string): GameRuleValue | undefined {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

const isCount = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31
