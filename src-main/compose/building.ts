/** Building: gives the providers what they need to build: how a plan is read, where it may be, and whether AI is halted. */
import { createHash } from 'node:crypto'
import type { Panic } from '../gateway/panic.js'
import { readPlan } from '../policy/build/read-plan.js'
import type { JavaProviderOptions } from '../providers/java/java-provider.js'

export function composeBuilding(
  panic: Pick<Panic, 'state' | 'onDidChange'>,
): NonNullable<JavaProviderOptions['building']> {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  return {
    halts: {
      state: () => (panic.state.on ? (panic.state.pause ? 'paused' : 'stopped') : 'none'),
      onDidChange: (listener) => panic.onDidChange(listener),
    },
    planOf: (given) => readPlan(given, { structures: new Map(), sha256 }),
    areasOf: () => [],
  }
}
