import { describe, expect, it } from 'vitest'
import { notServer } from '../../../src-main/owner/servers/way-trial.js'
import { DockerUnavailable, dockerDescriptions } from '../../../src-main/providers/java/ways/docker/docker-failure.js'
import {
  McsManagerUnavailable,
  mcsManagerProblems,
} from '../../../src-main/providers/java/ways/mcsmanager/mcsmanager-failure.js'
import {
  asPanelProblem,
  PanelUnavailable,
  panelProblems,
  refusalOf,
} from '../../../src-main/providers/java/ways/panel/panel-failure.js'
import { SshUnavailable, sshProblems } from '../../../src-main/providers/java/ways/ssh/ssh-failure.js'
import { i18n } from '../../../src-renderer/i18n/i18n.js'
import { errorText } from '../../../src-renderer/ui/messages/error-text.js'

type Keys<Table> = readonly (keyof Table)[]
const keysOf = <Table extends object>(table: Table) => Object.keys(table) as unknown as Keys<Table>

const problems = [
  ...keysOf(panelProblems).map((problem) => new PanelUnavailable(problem)),
  ...keysOf(mcsManagerProblems).map((problem) => new McsManagerUnavailable(problem)),
  ...keysOf(sshProblems).map((problem) => new SshUnavailable(problem)),
  ...keysOf(dockerDescriptions).map((problem) => new DockerUnavailable(problem)),
  notServer,
]

describe('why a server elsewhere is not reached', () => {
  it('has more than sixty causes, each with something to do', () => {
    expect(problems.length).toBeGreaterThan(60)
    for (const { message, suggestion } of problems)
      expect(Math.min(message.length, suggestion.length)).toBeGreaterThan(8)
  })

  it.each(problems.map((error) => [`${error.details?.why ?? error.details?.reason}`, error.toContract()] as const))(
    'is said in Chinese for %s',
    (_name, error) => {
      const { message, suggestion } = errorText(error, i18n.getFixedT('zh') as never)
      expect([message, suggestion].every((text) => /\p{Script=Han}/u.test(text))).toBe(true)
    },
  )

  it('tells plain text on the port of the panel, and the limit of tickets, from other causes', () => {
    const plain = Object.assign(new Error('wrong version number'), { code: 'EPROTO' })
    expect(asPanelProblem(plain)).toMatchObject({ problem: 'plain-http' })
    expect(refusalOf({ status: 429, body: {}, permission: 'websocket.connect' }).problem).toBe('ticket-limit')
    expect(refusalOf({ status: 429, body: {} }).problem).toBe('panel-limit')
  })
})
