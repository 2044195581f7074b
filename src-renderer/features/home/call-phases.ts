/** Call phases: groups the steps of a call into phases for people, with their times. */
import type { CallStep } from '@contract/call.js'

export const phaseNames = ['check', 'read', 'decide', 'prepare', 'run', 'record'] as const
export type PhaseName = (typeof phaseNames)[number]

/** Every step of `gateway/path/invoke.ts`; a test compares them. */
export const phaseOfStep: Readonly<Record<string, PhaseName>> = {
  halt: 'check',
  admit: 'check',
  'limit-size': 'check',
  'limit-caller': 'check',
  resolve: 'check',
  validate: 'check',
  authorise: 'check',
  deduplicate: 'check',
  'limit-rate': 'check',
  'assess-risk': 'check',
  'read-before': 'read',
  approve: 'decide',
  snapshot: 'prepare',
  revalidate: 'prepare',
  'record-intent': 'prepare',
  'store-undo': 'prepare',
  run: 'run',
  clean: 'run',
  'record-outcome': 'record',
}

/** The last step of each phase: once it has passed, the phase is over. */
const lastSteps: ReadonlySet<string> = new Set([
  'assess-risk',
  'read-before',
  'approve',
  'store-undo',
  'clean',
  'record-outcome',
])

export interface CallPhase {
  readonly name: PhaseName
  /** `stopped`: the call ended here. `later`: not reached yet; `never`: it ended before. */
  readonly state: 'done' | 'now' | 'stopped' | 'later' | 'never'
  readonly milliseconds: number
}

/** @param isOver the call has ended */
export const phasesOf = (steps: readonly CallStep[], isOver: boolean): readonly CallPhase[] => {
  const taken = (name: PhaseName) => steps.filter((step) => phaseOfStep[step.name] === name)
  const isDone = (own: readonly CallStep[]) =>
    own.some(({ name, outcome }) => outcome === 'passed' && lastSteps.has(name))
  let hasNow = isOver
  return phaseNames.map((name): CallPhase => {
    const own = taken(name)
    const milliseconds = own.reduce((sum, step) => sum + step.milliseconds, 0)
    if (own.some(({ outcome }) => outcome !== 'passed')) return { name, state: 'stopped', milliseconds }
    if (isDone(own)) return { name, state: 'done', milliseconds }
    if (hasNow) return { name, state: isOver ? 'never' : 'later', milliseconds }
    hasNow = true
    return { name, state: 'now', milliseconds }
  })
}
