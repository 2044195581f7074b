import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { QuarantinedCapability } from '@shared/servers/quarantine.js'
import type { CapabilityAccess } from '@shared/servers/server-care.js'
import { describe, expect, it } from 'vitest'
import { actionGroups } from '../../../src-renderer/features/servers/actions/action-groups.js'

const action = (id: string, level: RiskLevel): QuarantinedCapability =>
  ({ reason: 'new', id, fingerprint: id, offered: { id, risk: { level } } }) as unknown as QuarantinedCapability

const access = (id: string, effect: CapabilityAccess['effect'], people?: number): CapabilityAccess => ({
  id,
  effect,
  why: 'risk',
  ...(people !== undefined && { people }),
})

const names = (...parameters: Parameters<typeof actionGroups>) =>
  actionGroups(...parameters).map(({ name, actions }) => [name, actions.map(({ id }) => id)])

describe('the actions of a new server', () => {
  it('are grouped by what happens when an AI asks', () => {
    const actions = [action('a', 'low'), action('b', 'high'), action('c', 'critical'), action('d', 'low')]
    const known = [access('a', 'allow'), access('b', 'ask', 1), access('c', 'ask', 2), access('d', 'deny')]
    expect(names(actions, known)).toEqual([
      ['allowed', ['a']],
      ['asks', ['b']],
      ['two', ['c']],
      ['off', ['d']],
    ])
  })

  it('are shown as asking until the gateway has answered', () =>
    expect(names([action('a', 'low')], [])).toEqual([['asks', ['a']]]))

  it('start with the least risky, then go by id', () => {
    const actions = [action('z', 'low'), action('b', 'medium'), action('a', 'medium')]
    const allowed = actions.map(({ id }) => access(id, 'allow'))
    expect(names(actions, allowed)).toEqual([['allowed', ['z', 'a', 'b']]])
  })

  it('that can do anything start switched off, whatever the gateway says', () =>
    expect(names([action('ext.java.command.run', 'high')], [access('ext.java.command.run', 'allow')])).toEqual([
      ['off', ['ext.java.command.run']],
    ]))
})
