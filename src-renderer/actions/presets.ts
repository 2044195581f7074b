/**
 * Presets: what "Start from" chooses for every action of a server.
 *
 * Guards invariant 4: what changed, or has texts that may mislead an AI, is left for a person to look at by itself.
 */
import { isOffByDefault } from '@shared/approvals/off-by-default.js'
import type { ActionChoice, ChoiceOrder } from '@shared/servers/action-choice.js'
import type { ActionPart } from './rows.js'

/** `careful`: every change asks. `balanced`: the usual. `trusting`: what can be undone runs without a question. */
export const presets = ['careful', 'balanced', 'trusting'] as const
export type Preset = (typeof presets)[number]

/** Undefined for what a person decides by itself, and while it is unknown. */
export function presetChoice(
  preset: Preset,
  { id, manifest, standing, waiting }: ActionPart,
): ActionChoice | undefined {
  if (!standing || waiting?.findings || waiting?.reason === 'changed') return undefined
  if (isOffByDefault(id)) return 'off'
  const { usual, locked } = standing
  if (manifest.type !== 'action' || preset === 'balanced') return usual
  if (preset === 'careful') return usual === 'allow' ? 'ask' : usual
  const canBeUndone = manifest.risk?.rollbackSupported === true
  return usual === 'ask' && !locked && canBeUndone ? 'allow' : usual
}

export interface PresetChange {
  readonly part: ActionPart
  readonly choice: ActionChoice
}

/** `balanced` is no choice: an answer can still last, and posture and rules still decide. */
export const orderFor = (preset: Preset, choice: ActionChoice): ChoiceOrder =>
  preset === 'balanced' && choice !== 'off' ? 'usual' : choice

/** What choosing the preset would change. */
export const changesOf = (preset: Preset, parts: readonly ActionPart[]): readonly PresetChange[] =>
  parts.flatMap((part): PresetChange[] => {
    const choice = presetChoice(preset, part)
    if (choice === undefined) return []
    const isUndecided = part.waiting !== undefined && !part.waiting.rejected
    return isUndecided || choice !== part.standing?.choice ? [{ part, choice }] : []
  })

/** The preset that would change nothing; undefined when the owner chose otherwise. */
export const currentPreset = (parts: readonly ActionPart[]): Preset | undefined =>
  (['balanced', 'careful', 'trusting'] as const).find((preset) => changesOf(preset, parts).length === 0)

/** New actions of a server of which nothing was ever started: one click starts them with the usual. */
export const startable = (parts: readonly ActionPart[]): readonly ActionPart[] =>
  parts.every(({ waiting }) => waiting !== undefined) ? parts.filter(({ waiting }) => !waiting?.rejected) : []
