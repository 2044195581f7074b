/** Delivers a command to the program with this profile, at once when it runs. */
import type { ContractError } from '@contract/generated/error.js'
import { type CommandResult, enqueue, type QueuedCommand, withdraw } from '../../storage/command-queue.js'
import { notifyProgram } from '../../storage/single-instance.js'

/** `waits`: runs at the next start; with `running` when the program runs but has not reported a result. */
export type Delivery =
  /** `withoutWindow`: the program that ran it has no window. */
  | { readonly kind: 'done'; readonly remembered: boolean; readonly withoutWindow?: true; readonly data?: unknown }
  | { readonly kind: 'refused'; readonly error: ContractError }
  | { readonly kind: 'waits'; readonly running: boolean }

/** @param onlyNow withdraws the command when no program runs it now */
export async function deliver(profile: string, order: QueuedCommand, { onlyNow = false } = {}): Promise<Delivery> {
  const file = enqueue(profile, order)
  const answer = await notifyProgram(profile)
  const result = answer === undefined ? undefined : parsed(answer)?.find((one) => one.file === file)
  if (!result) {
    if (onlyNow) withdraw(profile, file)
    return { kind: 'waits', running: answer !== undefined }
  }
  if (!result.ok) return { kind: 'refused', error: result.error }
  return {
    ...{ kind: 'done', remembered: result.remembered },
    ...(result.withoutWindow && { withoutWindow: true }),
    ...(result.data !== undefined && { data: result.data }),
  }
}

/** Only the owner of the profile can write the response. */
function parsed(answer: string): readonly CommandResult[] | undefined {
  try {
    const value: unknown = JSON.parse(answer)
    return Array.isArray(value) ? (value as CommandResult[]) : undefined
  } catch {
    return undefined
  }
}
