import { isReserved } from '@contract/namespaces.js'
import { describe, expect, it } from 'vitest'
import { assessRisk } from '../../../../src-main/gateway/path/steps/assess-risk.js'
import { manifestOf } from '../../../../src-main/providers/java/manifests/index.js'

type Assessing = Parameters<typeof assessRisk>

const gatehouse = {
  taints: { readBy: () => undefined },
  governance: () => ({ riskRules: [], panicStopsReading: false }),
} as unknown as Assessing[1]

const since113 = [manifestOf('entity.list')]

const assess = (command: string, kind = 'java', capabilities = since113) =>
  assessRisk(
    {
      manifest: manifestOf('ext.java.command.run'),
      link: { server: { kind, capabilities } },
      given: { command },
      caller: { type: 'model', id: 'a', name: 'A' },
    } as unknown as Assessing[0],
    gatehouse,
  ).risk

describe('the risk of any console command', () => {
  it.each([
    ['list', 'low'],
    ['data get entity @e[type=pig,limit=1] Pos', 'low'],
    ['say hi', 'medium'],
    ['gamerule keepInventory true', 'high'],
    ['someplugin do it', 'high'],
    ['op Steve', 'critical'],
    ['execute as @a run op @s', 'critical'],
  ])('%s is %s', (command, level) => expect(assess(command)).toMatchObject({ level }))

  it('counts a limit only where the version of the server has limits', () => {
    const command = 'tp @e[type=pig,limit=1] 0 64 0'
    expect(assess(command)).toMatchObject({ level: 'medium' })
    expect(assess(command, 'java', [])).toMatchObject({ level: 'high' })
  })

  it('says why', () => {
    expect(assess('whitelist off').raisedBy).toMatchObject([{ rule: 'command-rules', level: 'critical' }])
    expect(assess('list').raisedBy).toBeUndefined()
  })

  it('is high at least where another kind of server uses the id', () => {
    expect(assess('list', 'agent')).toMatchObject({ level: 'high' })
  })

  it('stays with Gatehouse: no agent may offer a capability under that name', () => {
    expect(isReserved('ext.java.command.run')).toBe(true)
    expect(isReserved('ext.javascript.run')).toBe(false)
  })
})
