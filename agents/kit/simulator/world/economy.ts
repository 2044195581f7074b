/** Economy: the balances of players, stored in hundredths so that sums are exact. */
import { ContractError } from '../../sdk/index.js'

export const currency = 'coins'

/** Coins of a player without transactions. */
const defaultBalance = 100

const startingBalances: Readonly<Record<string, number>> = { Steve: 250, Alex: 80, Notch_42: 12 }

export class Economy {
  readonly #hundredths = new Map<string, number>()

  constructor() {
    this.restore(startingBalances)
  }

  /** Coins. */
  balance(player: string): number {
    return (this.#hundredths.get(player) ?? defaultBalance * 100) / 100
  }

  /**
   * @param amount coins; negative to withdraw
   * @throws ContractError BUSINESS.INSUFFICIENT_BALANCE when the balance would be negative, BUSINESS.OPERATION_FAILED
   * for more than two decimals
   */
  adjust(player: string, amount: number): { previousBalance: number; balance: number } {
    const previousBalance = this.balance(player)
    const change = Math.round(amount * 100)
    if (change / 100 !== amount) {
      throw new ContractError('BUSINESS.OPERATION_FAILED', {
        message: 'An amount can have at most two decimals.',
        suggestion: 'Round the amount to two decimals.',
        details: { amount },
      })
    }
    const after = Math.round(previousBalance * 100) + change
    if (after < 0) {
      throw new ContractError('BUSINESS.INSUFFICIENT_BALANCE', {
        message: `${player} has only ${previousBalance} ${currency}, so ${-amount} cannot be removed.`,
        details: { playerName: player, balance: previousBalance, amount },
      })
    }
    if (!Number.isSafeInteger(after)) {
      throw new ContractError('BUSINESS.OPERATION_FAILED', {
        message: 'The balance would be too large.',
        details: { amount },
      })
    }
    this.#hundredths.set(player, after)
    return { previousBalance, balance: after / 100 }
  }

  all(): Record<string, number> {
    return Object.fromEntries([...this.#hundredths].map(([player, amount]) => [player, amount / 100]))
  }

  restore(balances: Readonly<Record<string, number>>): void {
    this.#hundredths.clear()
    for (const [player, coins] of Object.entries(balances)) this.#hundredths.set(player, Math.round(coins * 100))
  }
}
