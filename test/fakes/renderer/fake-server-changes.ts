/** Fake server changes: adds, accepts and removes servers, pushes each change, and tries their actions. */

import { everyAi, type Rule, type RuleTerms } from '@shared/approvals/rule.js'
import type { ChoiceOrder } from '@shared/servers/action-choice.js'
import type { Rejection, SeenCapability } from '@shared/servers/quarantine.js'
import type { Server } from '@shared/servers/server.js'
import type { ListedPlace, PlaceToList, WayPartReport } from '@shared/servers/server-way.js'
import { chosenRulesOf, levelOf, usualEffect } from '../../../src-main/gateway/trust/action-standings.js'
import type { Result } from '../../../src-main/owner/table/shapes.js'
import type { PageOrder } from '../../../src-main/owner/table/table.js'
import { ruleFor } from '../../../src-main/policy/rules/chosen-rules.js'
import { exampleTrial, pastOf } from './capability-data.js'
import { done, type Handlers, type Push } from './fake-handlers.js'
import { accessQuestion, type CareChannel, inventedHash } from './fake-server-care.js'
import type { FakeServers } from './fake-servers.js'
import type { FakeShell } from './fake-shell.js'

type ServerChannel = Exclude<Extract<PageOrder, `servers:${string}` | `capabilities:${string}`>, CareChannel>

interface ServerChanges {
  shell: FakeShell
  sent: FakeServers
  push: Push
  pushServers: () => void
  add: (server: Server) => Result<Server>
}

const accepted = (server: Server, seen: ReadonlySet<string>): Server => {
  const { quarantined = [], capabilities } = server
  const taken = quarantined.filter(({ fingerprint }) => seen.has(fingerprint)).map(({ offered }) => offered)
  const untouched = capabilities.filter(({ id }) => !taken.some((offered) => offered.id === id))
  return {
    ...server,
    capabilities: [...untouched, ...taken],
    quarantined: quarantined.filter(({ fingerprint }) => !seen.has(fingerprint)),
  }
}

/** As the gateway does it, but for the hash of the manifest. */
function chooseRule(shell: FakeShell, server: string, capability: string, choice: ChoiceOrder): void {
  const found = shell.servers.find(({ id }) => id === server)
  const waiting = found?.quarantined?.find(({ id }) => id === capability)?.offered
  const manifest = waiting ?? found?.capabilities.find(({ id }) => id === capability)
  if (!found || !manifest) return
  const question = accessQuestion(shell, found)
  const chosen = chosenRulesOf(question, capability)
  const effect = ruleFor(choice, usualEffect(manifest, question, chosen))
  shell.rules = shell.rules.filter((rule) => !chosen.includes(rule))
  if (!effect) return
  const terms: RuleTerms = { effect, server, capability, maxRisk: 'critical' }
  const allowing = { client: everyAi, manifest: inventedHash, what: { id: 'any' as const }, maxRisk: levelOf(manifest) }
  const rule: Rule = {
    ...terms,
    ...(effect === 'allow' && allowing),
    id: `chosen-${server}-${capability}`,
    createdBy: { id: 'desktop', name: 'desktop', kind: 'desktop' },
    createdAt: new Date().toISOString(),
    uses: 0,
  }
  shell.rules = [rule, ...shell.rules]
}

export function serverChangesOf({ shell, sent, push, pushServers, add }: ServerChanges): Handlers<ServerChannel> {
  const judge = (id: string, some: readonly SeenCapability[], rejected: Rejection | undefined): Result<null> => {
    const seen = new Set(some.map(({ fingerprint }) => fingerprint))
    shell.servers = shell.servers.map((server) => {
      if (server.id !== id) return server
      const quarantined = (server.quarantined ?? []).map(({ rejected: before, ...one }) => {
        const now = seen.has(one.fingerprint) ? rejected : before
        return { ...one, ...(now && { rejected: now }) }
      })
      return { ...server, quarantined }
    })
    pushServers()
    return done
  }

  return {
    'servers:list': () => ({ ok: true, value: sent.whole() }),
    'servers:states': () => ({ ok: true, value: sent.states() }),
    'servers:add': ({ server: { name = '', address } }) => {
      const kind = address.startsWith('rcon:') ? 'java' : 'agent'
      return add({ id: name, name, address, kind, state: 'connecting', capabilities: [], refused: [] })
    },
    'servers:list-places': placesAt,
    'servers:try-way': ({ server }) => ({ ok: true, value: trialOf(server) }),
    'servers:power': ({ id, order }) => {
      const state = order === 'stop' ? 'stopped' : 'running'
      shell.servers = shell.servers.map((server) => (server.id === id ? { ...server, power: { state } } : server))
      pushServers()
      return { ok: true, value: { outcome: 'done', state } }
    },
    'servers:plan-file': () => ({ ok: true, value: { kind: 'compose', lines: [] } }),
    'servers:change-file': () => ({ ok: true, value: { kind: 'compose', lines: [] } }),
    'servers:revert-file': () => ({ ok: true, value: { exact: true, restored: [], leftAlone: [] } }),
    'servers:check-way': () => ({ ok: true, value: [{ part: 'console', state: 'works' }] }),
    'servers:add-demo': () =>
      add({ id: 'demo', name: 'Demo world', kind: 'simulator', state: 'online', capabilities: [], refused: [] }),
    'servers:choose': ({ id, choice, actions }) => {
      const seen = actions.flatMap(({ id: action, fingerprint }) => (fingerprint ? [{ id: action, fingerprint }] : []))
      if (choice === 'off') judge(id, seen, { at: new Date().toISOString(), by: 'desktop' })
      else {
        const prints = new Set(seen.map(({ fingerprint }) => fingerprint))
        shell.servers = shell.servers.map((server) => (server.id === id ? accepted(server, prints) : server))
        pushServers()
      }
      for (const { id: action } of actions) chooseRule(shell, id, action, choice)
      push('rules:changed', { count: shell.rules.length, damaged: shell.rulesDamaged })
      return done
    },
    'capabilities:past': ({ id }) => ({ ok: true, value: pastOf(id) }),
    'capabilities:attempt': (attempt) => ({ ok: true, value: shell.attempt(attempt) }),
    'capabilities:withdraw': () => done,
    'capabilities:copy-example': () => done,
    'capabilities:sandbox': ({ capabilityId, arguments: sent }) => ({
      ok: true,
      value: { ...exampleTrial, capabilityId, sent },
    }),
    'servers:remove': ({ id }) => {
      shell.servers = shell.servers.filter((server) => server.id !== id)
      pushServers()
      return done
    },
    'servers:trust-certificate': ({ id }) => {
      const trusted = shell.servers.find((server) => server.id === id)
      if (!trusted) return { ok: false, error: { code: 'PROTOCOL.SERVER_NOT_FOUND', message: 'No such server.' } }
      const { problem: _solved, ...server } = { ...trusted, state: 'online' as const }
      shell.servers = shell.servers.map((known) => (known.id === id ? server : known))
      pushServers()
      return { ok: true, value: server }
    },
  }
}

const unknownKey = {
  code: 'AUTH.HOST_KEY_UNKNOWN',
  message: 'The host key is unknown.',
  details: { fingerprint: `SHA256:${'k9fJ2mQ7xW'.repeat(4)}abc` },
} as const

/** A machine whose key is unknown asks first. */
function placesAt(place: PlaceToList): Result<readonly ListedPlace[]> {
  const { kind } = place
  if (kind === 'docker') {
    const { engine, hostKey } = place
    if (engine !== undefined && hostKey === undefined) return { ok: false, error: unknownKey }
    const at = engine === undefined ? '' : `?engine=${encodeURIComponent(engine)}`
    const mc = { address: `docker://mc${at}`, name: 'mc', detail: 'itzg/minecraft-server:java21', isRunning: true }
    return { ok: true, value: [mc] }
  }
  const servers = [
    { id: '1a2b3c4d', name: 'survival-eu', detail: 'Paper 1.21.4', isRunning: true },
    { id: '5e6f7a8b', name: 'creative', detail: 'Fabric 1.21.1', isRunning: false },
  ]
  return {
    ok: true,
    value: servers.map(({ id, ...known }) => ({ address: `${kind}://panel.example/${id}`, ...known })),
  }
}

/** A machine whose key is unknown asks first; a panel whose subuser has no files says so. */
function trialOf({
  address,
  hostKey,
}: {
  readonly address: string
  readonly hostKey?: string
}): readonly WayPartReport[] {
  if (address.startsWith('ssh:') && hostKey === undefined) {
    return [{ part: 'console', state: 'failed', problem: unknownKey }]
  }
  const files: WayPartReport = address.endsWith('5e6f7a8b')
    ? {
        part: 'files',
        state: 'failed',
        problem: {
          code: 'AUTH.PERMISSION_DENIED',
          message: 'The key may not read files.',
          suggestion: 'In the panel, give the subuser Files.',
        },
      }
    : { part: 'files', state: 'works' }
  return [
    { part: 'console', state: 'works' },
    { part: 'log', state: 'works' },
    files,
    { part: 'power', state: 'works' },
  ]
}
