/** Hand over: gives an order to the program that has the profile, at once where it runs. */
import type { ContractError } from '../../contract/generated/error.js'
import { handOver, type Order, type Taken, takeBack } from '../../storage/command-queue.js'
import { notifyProgram } from '../../storage/single-instance.js'

/** `waits`: it is done when the program starts; `running` when it is there, and has not said what became of it. */
export type Delivery =
  /** `withoutWindow`: the program that took it has none. */
  | { readonly kind: 'done'; readonly remembered: boolean; readonly withoutWindow?: true; readonly data?: unknown }
  | { readonly kind: 'refused'; readonly error: ContractError }
  | { readonly kind: 'waits'; readonly running: boolean }

/** @param onlyNow it is taken back where no program takes it now */
export async function deliver(profile: string, order: Order, { onlyNow = false } = {}): Promise<Delivery> {
  const file = handOver(profile, order)
  const answer = await notifyProgram(profile)
  const taken = answer === undefined ? undefined : parsed(answer)?.find((one) => one.file === file)
  if (!taken) {
    if (onlyNow) takeBack(profile, file)
    return { kind: 'waits', running: answer !== undefined }
  }
  if (!taken.ok) return { kind: 'refused', error: taken.error }
  return {
    ...{ kind: 'done', remembered: taken.remembered },
    ...(taken.withoutWindow && { withoutWindow: true }),
    ...(taken.data !== undefined && { data: taken.data }),
  }
}

/** Only the owner of the profile can answer there. */
function parsed(answer: string): readonly Taken[] | undefined {
  try {
    const value: unknown = JSON.parse(answer)
    return Array.isArray(value) ? (value as Taken[]) : undefined
  } catch {
    return undefined
  }
}
