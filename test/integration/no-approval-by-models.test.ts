/** Three tries of approving over every route that a model can reach: the question stays open, and nothing is done. */
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verbs } from '../../src-main/cli/command-line.js'
import { isOrder } from '../../src-main/owner/table/table.js'
import { sendOrder } from '../../src-main/storage/single-instance.js'
import { type OutputLine, Program, temporaryProfile } from '../fakes/headless-program.js'
import {
  approveOverConnection,
  approveOverOAuth,
  approveOverOtherMethods,
  approveOverPages,
  approveOverTools,
  connectModel,
  type ForgedApproval,
  type Target,
} from '../fakes/hostile-routes.js'
import { dist, headlessProgram } from '../fixtures/programs.js'
import { until } from '../fixtures/until.js'

/** It starts the headless program that lies beside it. */
const commandLine = path.join(dist, 'cli.cjs')

let profile: string
const programs: Program[] = []
beforeEach(async () => {
  profile = await temporaryProfile()
})
afterEach(async () => {
  for (const program of programs.splice(0)) await program.kill()
  await rm(profile, { recursive: true, force: true })
})

const night = { worldName: 'world', time: 13_000 }

async function start() {
  const program = new Program(headlessProgram(), ['--profile', profile, '--simulator', '--control', 'stdin'])
  programs.push(program)
  const ready = await program.next('ready')
  await program.next('server', ({ state }) => state === 'online')
  return { program, ready }
}

const fetched = (ready: OutputLine, route: string, init: RequestInit = {}) =>
  fetch(new URL(route, `${ready.http}`), {
    ...init,
    headers: {
      authorization: `Bearer ${ready.token}`,
      'content-type': 'application/json',
      connection: 'close',
      ...(init.headers as Record<string, string> | undefined),
    },
  })

const setNight = (ready: OutputLine) =>
  fetched(ready, '/api/v1/capabilities/world.time.set/invoke', {
    method: 'POST',
    body: JSON.stringify({ parameters: night }),
  }).then(
    (response) => response.json() as Promise<{ success: boolean }>,
    () => ({ success: false }),
  )

async function askedBy(program: Program, ready: OutputLine) {
  const answer = setNight(ready)
  const { id } = await program.next('approval')
  return { id: String(id), answer }
}

function gatehouse(...args: readonly string[]) {
  const { status, stdout } = spawnSync(process.execPath, [commandLine, ...args, '--profile', profile], {
    encoding: 'utf8',
    timeout: 100_000,
  })
  return { code: status, rows: stdout.trim() === '' ? [] : stdout.trim().split('\n') }
}
const approvalRows = (...more: readonly string[]) =>
  gatehouse('approvals', 'list', '--json', ...more).rows.map((row) => JSON.parse(row))

describe('approving', () => {
  // verifies: invariant 6
  it('is impossible over every interface of a model, tried three times each', async () => {
    const { program, ready } = await start()
    const { id, answer } = await askedBy(program, ready)
    const yes = {
      id,
      approvalId: id,
      decision: 'approve',
      approve: id,
      scope: 'always-capability',
      typed: 'world.time.set',
    }
    const statuses: number[] = []
    const target: Target = { endpoint: `${ready.http}`, token: `${ready.token}` }

    for (let attempt = 0; attempt < 3; attempt += 1) {
      await overMadeUpTools(ready, yes)
      expect((await approveOverTools(target, yes)).length).toBeGreaterThan(20)
      await approveOverOtherMethods(target, yes)
      await approveOverConnection(target, yes)
      await approveOverOAuth(target, yes)
      statuses.push(...(await approveOverPages(target, yes)))
      await overTheOlderDialect(ready, yes)
      statuses.push(...(await overRest(ready, id, yes)))
      await overTheCommandLine(id)
      await overTheSocket(yes)
      overTheSettings(yes)
    }
    expect(statuses.every((status) => status >= 400)).toBe(true)
    expect(gatehouse('servers', 'list').code).toBe(0)
    // A client that stopped waiting left its own request open.
    const open = approvalRows()
    expect(open.map((row) => row.id)).toContain(id)
    for (const { state } of open) expect(state).toMatchObject({ phase: 'open', agreed: [] })
    const rules = gatehouse('rules', 'list', '--json').rows.map((row) => JSON.parse(row))
    expect(rules.filter(({ builtIn }) => !builtIn)).toEqual([])
    const closed = program.said.filter(({ event }) => event === 'approval-closed')
    expect(closed.filter((said) => said.id === id || said.outcome === 'approved')).toEqual([])
    const letIn = program.said.filter(({ event, outcome }) => event === 'consent-closed' && outcome === 'accepted')
    expect(letIn).toEqual([])

    program.send({ deny: id })
    expect(await answer).toMatchObject({ success: false })
  })

  // verifies: promise 12
  it('is no command of the command line, and only our pages can use its channel', () => {
    const writing = ['approve', 'deny', 'create', 'add', 'edit', 'remove', 'decide', 'pair', 'confirm']
    for (const name of ['approvals', 'rules', 'people']) {
      const help = verbs.find((verb) => verb.name === name)?.help ?? ''
      expect(help).toContain(`gatehouse ${name} list`)
      for (const word of writing) expect(help).not.toContain(`gatehouse ${name} ${word}`)
    }
    expect(isOrder('approvals:approve')).toBe(false)
  })

  it('is not possible through the settings file, which can only lower the number of approvers', async () => {
    writeSettings({ version: 1, criticalQuorum: 2 })
    const { program, ready } = await start()
    const ban = () =>
      fetched(ready, '/api/v1/capabilities/player.ban/invoke', {
        method: 'POST',
        body: JSON.stringify({ parameters: { playerName: 'Steve', reason: 'A test' } }),
      }).then((response) => response.json() as Promise<object>)
    expect(await ban()).toMatchObject({ success: false, error: { details: { needed: 2, present: 1 } } })
    // The notification about the repaired file shows that it was read.
    writeFileSync(path.join(profile, 'settings.json'), '{')
    await program.next('settings', ({ code }) => code !== undefined)
    writeSettings({ version: 1, criticalQuorum: 1 })
    await program.next('settings', ({ code }) => code === undefined)
    void ban().catch(() => {})
    const { id, mustType } = await program.next('approval')
    expect(mustType).toBe('Steve')
    program.send({ approve: id })
    expect(await program.next('failure', ({ code }) => code === 'RISK.APPROVAL_NOT_TYPED')).toMatchObject({})
    expect(approvalRows()).toMatchObject([{ id, state: { phase: 'open', agreed: [] } }])
  })

  it('over stdin has the scope it names, is listed while the program runs, and needs no second approval', async () => {
    const { program, ready } = await start()
    const { id, answer } = await askedBy(program, ready)
    program.send({ approve: id, scope: 'always-exactly' })
    expect(await answer).toMatchObject({ success: true })
    expect(await setNight(ready)).toMatchObject({ success: true })
    const [rule = '{}'] = gatehouse('rules', 'list', '--json').rows
    expect(JSON.parse(rule)).toMatchObject({ effect: 'allow', uses: 1, createdBy: { id: 'control:stdin' } })
    expect(approvalRows('--all')).toMatchObject([{ id, state: { phase: 'done', by: [{ id: 'control:stdin' }] } }])
    expect(approvalRows()).toEqual([])
  })

  it('ends when the program is killed: the request has expired, and a late decision is rejected', async () => {
    const first = await start()
    const { id, answer } = await askedBy(first.program, first.ready)
    await first.program.kill()
    await answer
    expect(approvalRows()).toMatchObject([{ id, state: { phase: 'open' } }])
    const second = await start()
    await until(() => Promise.resolve(approvalRows('--all')[0]?.state.phase === 'expired'))
    second.program.send({ approve: id })
    expect(await second.program.next('failure')).toMatchObject({ code: 'RISK.APPROVAL_CLOSED' })
    expect(approvalRows('--all')).toMatchObject([{ id, state: { phase: 'expired' } }])
  })
})

async function overMadeUpTools(ready: OutputLine, yes: ForgedApproval): Promise<void> {
  const client = await connectModel({ endpoint: `${ready.http}`, token: `${ready.token}` })
  try {
    for (const name of ['approve', 'decide', 'approvals_decide', 'approvals:decide', 'rules_create']) {
      await client.callTool({ name, arguments: { ...yes } }).catch(() => {})
    }
    const { tools } = await client.listTools()
    const suspects = tools.map(({ name }) => name).filter((name) => /approv|decid|^rules?_|_rules?$/u.test(name))
    // It reads the state of a question, and decides nothing.
    expect(suspects).toEqual(['get_approval'])
  } finally {
    await client.close()
  }
}

async function overTheOlderDialect(ready: OutputLine, yes: ForgedApproval): Promise<void> {
  const opening = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'mcp/initialize', params: {} })
  const begun = await fetched(ready, '/mcp-legacy', { method: 'POST', body: opening })
  const { result } = (await begun.json()) as { result: { sessionId: string } }
  const session = { 'mcp-session-id': result.sessionId }
  const methods = ['approvals:decide', 'mcp/approval/approve', 'mcp/approval/decide', 'mcp/rule/create', 'approve']
  for (const method of methods) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: yes })
    await fetched(ready, '/mcp-legacy', { method: 'POST', body, headers: session }).then((response) => response.text())
  }
  const params = { toolId: 'system.approval.decide', inputs: yes }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'mcp/tool/execute', params })
  await fetched(ready, '/mcp-legacy', { method: 'POST', body, headers: session }).then((response) => response.text())
}

async function overRest(ready: OutputLine, id: string, yes: ForgedApproval): Promise<number[]> {
  const statuses: number[] = []
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    for (const route of [`approvals/${id}`, `approvals/${id}/approve`, 'approvals', 'rules', `rules/${id}`]) {
      const response = await fetched(ready, `/api/v1/${route}`, { method, body: JSON.stringify(yes) })
      await response.text()
      statuses.push(response.status)
    }
  }
  for (const capability of ['system.approval.decide', 'system.rule.create', 'system.manifest.accept']) {
    const body = JSON.stringify({ parameters: yes })
    const response = await fetched(ready, `/api/v1/capabilities/${capability}/invoke`, { method: 'POST', body })
    await response.text()
    statuses.push(response.status)
  }
  return statuses
}

/** Every verb there is, at once. */
async function overTheCommandLine(id: string): Promise<void> {
  for (const doing of ['approve', 'decide', 'deny']) expect(gatehouse('approvals', doing, id).code).toBe(2)
  for (const doing of ['create', 'add', 'remove', 'edit']) expect(gatehouse('rules', doing, id).code).toBe(2)
  const codes = await Promise.all(verbs.map(({ name }) => codeOf(name, 'approve', id, '--approve', '--scope', 'once')))
  expect(codes.every((code) => code !== 0)).toBe(true)
}

const codeOf = (...args: readonly string[]): Promise<unknown> =>
  new Promise((resolve) => {
    execFile(process.execPath, [commandLine, ...args, '--profile', profile], { timeout: 100_000 }, (error) =>
      resolve(error ? error.code : 0),
    )
  })

/** A model that runs commands as its owner reaches the socket of the profile. */
async function overTheSocket(yes: ForgedApproval): Promise<void> {
  const orders = [
    { order: 'approvals:decide', payload: yes },
    { order: 'approvals:decide', payload: { ...yes, giver: 'stdin' }, giver: 'stdin' },
    { order: 'rules:create', payload: { effect: 'allow', capability: 'world.time.set' } },
    { order: 'servers:accept-all', payload: { id: 'demo' } },
    { order: 'undo:run-unseen', payload: { requestId: yes.id } },
    yes,
  ]
  for (const order of orders) {
    expect(JSON.parse((await sendOrder(profile, JSON.stringify(order))) ?? '')).toMatchObject({
      ok: false,
      error: { code: 'PERMISSION.DENIED' },
    })
  }
}

/** Members that no settings have: neither a decision nor a rule comes from a file. */
function overTheSettings(yes: ForgedApproval): void {
  const rule = { effect: 'allow', capability: 'world.time.set', maxRisk: 'critical' }
  writeSettings({ version: 1, approve: yes.id, approvals: [yes], rules: [rule], orders: [yes] })
}

const writeSettings = (settings: object) =>
  writeFileSync(path.join(profile, 'settings.json'), JSON.stringify(settings), { mode: 0o600 })
