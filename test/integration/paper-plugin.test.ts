/**
 * The Paper plugin as it is shipped, in the model of a server: paired, called, undone. No Paper or Spigot server runs here.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { coreCatalogue } from '@contract/core-catalogue.js'
import { snapshotCatalogue } from '@contract/snapshot-capabilities.js'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { checkAgent } from '../../agents/kit/check/check-agent.js'
import { dial } from '../../src-main/owner/servers/dial.js'
import { createPairingTokens } from '../../src-main/storage/pairing-tokens.js'
import { systemClock } from '../../src-main/storage/system-clock.js'
import { inProcessThread } from '../fakes/admission.js'
import { cleanUpForEach } from '../fixtures/for-each.js'
import { exampleJar, missingPaper, type PaperServer, pair, startPaper } from '../fixtures/paper-server.js'
import { callTool, connectClient, type Headless, startHeadless } from '../fixtures/programs.js'

if (missingPaper) console.warn(`The Paper plugin is not tested: ${missingPaper}`)

const cleanUp = cleanUpForEach()

const paired = async (server: PaperServer) => {
  const { address, code } = await pair(server)
  return { address, code, token: createPairingTokens()(code) }
}

const registers = async (address: string, token: string): Promise<boolean> => {
  const { ok } = await dial({ address, token, schemas: inProcessThread() })
  return ok
}

interface Story {
  readonly server: PaperServer
  readonly gateway: Headless
  call(name: string, given?: Record<string, unknown>): ReturnType<typeof callTool>
  /** A call that a person approves. */
  approved(name: string, given: Record<string, unknown>): ReturnType<typeof callTool>
  /** @param force where nothing reads how the world is now */
  undo(capabilityId: string, force?: boolean): Promise<void>
}

async function story(): Promise<Story> {
  const server = await startPaper(cleanUp)
  server.do('join Steve')
  const { address, token } = await paired(server)
  const gateway = await startHeadless(cleanUp, ['--control', 'stdin', '--agent', address, '--agent-token', token])
  const { client } = await connectClient(cleanUp, gateway.profile)
  return {
    ...{ server, gateway },
    call: (name, given = {}) => callTool(client, name, given),
    async approved(name, given) {
      const after = gateway.process.lines.length
      const result = callTool(client, name, given)
      const question = await gateway.process.until(({ event }) => event === 'approval', { after })
      gateway.process.send({ approve: question.id })
      return await result
    },
    async undo(capabilityId, force) {
      const { requestId } = await gateway.process.until(
        (line) => line.event === 'undoable' && line.capabilityId === capabilityId,
      )
      gateway.process.send({ undo: requestId, ...(force && { force }) })
      await gateway.process.until((line) => line.event === 'undone' && line.requestId === requestId)
    },
  }
}

describe.skipIf(missingPaper !== undefined)('the Paper plugin', () => {
  it('passes the contract check, and offers the core catalogue except restoring a world', async () => {
    const server = await startPaper(cleanUp)
    server.do('join Steve')
    const { address, token } = await paired(server)
    const { conforms, findings } = await checkAgent({
      ...{ address, token, actions: false, timeoutMs: 20_000, settleMs: 50, listenMs: 200 },
      clock: systemClock,
      schemas: inProcessThread(),
    })
    const complaints = findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    expect(complaints.map(({ id, seen }) => [id, ...seen])).toEqual([])
    expect(conforms).toBe(true)
    const dialled = await dial({ address, token, schemas: inProcessThread() })
    expect(dialled).toMatchObject({
      ok: true,
      capabilities: coreCatalogue.size - 1 + snapshotCatalogue.size,
      refused: [],
    })
  })

  it('pairs each gateway with a code of its own, which is valid once', async () => {
    const server = await startPaper(cleanUp)
    const first = await paired(server)
    expect(await registers(first.address, first.code)).toBe(false)
    expect(await registers(first.address, first.token)).toBe(true)
    expect(await registers(first.address, createPairingTokens()(first.code))).toBe(false)
    expect(await registers(first.address, first.token)).toBe(true)
    const second = await paired(server)
    expect(await registers(second.address, second.token)).toBe(true)
    await server.answer('console gatehouse unpair', ({ text }) => String(text).includes('must pair again'))
    expect(await registers(first.address, first.token)).toBe(false)
  })

  it('pairs with the code on the command line, which is still valid after a restart of Gatehouse', async () => {
    const server = await startPaper(cleanUp)
    const { address, code } = await pair(server)
    const args = ['--control', 'stdin', '--agent', address, '--agent-token', code]
    const first = await startHeadless(cleanUp, args)
    await first.process.until(({ event, state }) => event === 'server' && state === 'online')
    await first.process.end()
    const again = await startHeadless(cleanUp, args, first.profile)
    await again.process.until(({ event, state }) => event === 'server' && state === 'online')
  })

  it('refuses its command without the permission, in the language of the player', async () => {
    const server = await startPaper(cleanUp)
    server.do('join Steve')
    const refused = await server.answer('as Steve gatehouse pair', ({ who }) => who === 'Steve')
    expect(refused.text).toBe('[Gatehouse] 你没有执行此操作的权限。')
    const status = await server.answer('console gatehouse status', ({ text }) => String(text).includes('Economy'))
    expect(status.text).toContain('found through Vault')
  })

  it('is read, changed and restored through Gatehouse', async () => {
    const { server, call, approved, undo } = await story()
    expect((await call('player_list')).data).toMatchObject({ online: 1, players: [{ name: 'Steve' }] })
    expect((await call('entity_list', { worldName: 'world' })).data).toMatchObject({ total: 3 })

    const place = { world: 'world', x: 10, y: 70, z: -7 }
    const set = { location: place, type: 'minecraft:furnace', states: { facing: 'north' } }
    expect(await approved('world_block_set', set)).toMatchObject({ data: { previousType: 'minecraft:air' } })
    expect((await call('world_block_get', { location: place })).data).toMatchObject({ states: { facing: 'north' } })
    await undo('world.block.set')
    expect((await call('world_block_get', { location: place })).data).toMatchObject({ type: 'minecraft:air' })

    expect(await approved('world_time_set', { worldName: 'world', time: 13_000 })).toMatchObject({ success: true })
    expect((await call('world_time_get', { worldName: 'world' })).data).toMatchObject({ phase: 'night' })
    await undo('world.time.set')
    expect((await call('world_time_get', { worldName: 'world' })).data).toMatchObject({ time: 6_000, day: 0 })

    const rule = { worldName: 'world', rule: 'keepInventory' }
    expect((await approved('world_rule_set', { ...rule, value: true })).data).toMatchObject({ previousValue: false })
    await undo('world.rule.set')
    expect((await call('world_rule_get', rule)).data).toMatchObject({ value: false })

    const steve = { playerName: 'Steve' }
    const paid = await approved('player_economy_balance_adjust', { ...steve, amount: 25 })
    expect(paid.data).toMatchObject({ previousBalance: 100, balance: 125 })
    await undo('player.economy.balance.adjust')
    expect((await call('player_economy_balance_get', steve)).data).toMatchObject({ balance: 100, currency: 'coins' })

    const location = { world: 'world', x: 12.5, y: 80, z: 3 }
    expect(await call('player_teleport', { ...steve, location })).toMatchObject({ data: { newLocation: location } })
    await undo('player.teleport')
    expect((await call('player_info_get', steve)).data).toMatchObject({ location: { x: 0.5, y: 64 } })
    expect(server.process.hasEnded).toBe(false)
  })

  it('mutes, backs up with saving off, and writes plain text', async () => {
    const { server, approved, undo } = await story()
    expect(await server.answer('chat Steve hello', ({ who }) => who === 'Steve')).toMatchObject({ event: 'chatted' })
    const muted = await approved('player_mute', { playerName: 'Steve', durationMinutes: 10 })
    expect(muted.error).toBeUndefined()
    expect(await server.answer('chat Steve again', ({ text }) => text === 'again')).toMatchObject({ event: 'muted' })
    const whisper = '/minecraft:msg Alex hi'
    expect(await server.answer(`type Steve ${whisper}`, ({ text }) => text === whisper)).toMatchObject({
      event: 'muted',
    })

    await undo('player.mute', true)
    expect(await server.answer('chat Steve free', ({ text }) => text === 'free')).toMatchObject({ event: 'chatted' })

    const { data } = await approved('system_backup', { name: 'before the party' })
    const file = path.join(server.folder, 'plugins', 'Gatehouse', 'backups', `${data?.backupId}.zip`)
    expect(Object.keys(unzipSync(readFileSync(file))).sort()).toEqual(['world/level.dat', 'world/region/r.0.0.mca'])
    const saved = await server.process.until(({ event }) => event === 'command')
    expect(saved.text).toBe('minecraft:save-all flush (saving is off)')
    expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)])

    const said = await approved('chat_broadcast', { message: '§4Party\nnow' })
    expect(said).toMatchObject({ data: { recipients: 1 } })
    expect(await server.process.until(({ event }) => event === 'message')).toMatchObject({ text: '[AI] 4Party now' })
  })

  it('fails a backup when the server does not save its worlds, and makes the next one', async () => {
    const { server, approved } = await story()
    server.do('commands fail')
    expect((await approved('system_backup', {})).error).toMatchObject({
      message: expect.stringContaining('does not save its worlds'),
    })
    server.do('commands work')
    expect((await approved('system_backup', {})).data).toMatchObject({ backupId: expect.any(String) })
  })

  it('offers what another plugin registers, as long as it is enabled', async () => {
    const server = await startPaper(cleanUp, [exampleJar])
    const { address, token } = await paired(server)
    const before = await dial({ address, token, schemas: inProcessThread() })
    const gateway = await startHeadless(cleanUp, ['--control', 'stdin', '--agent', address, '--agent-token', token])
    const { client } = await connectClient(cleanUp, gateway.profile)
    const price = () => callTool(client, 'ext_shops_price_get', { shop: 'Bakery' })
    expect(await price()).toMatchObject({ data: { coins: 12, customers: 0 } })
    const status = await server.answer('console gatehouse status', ({ text }) => String(text).includes('other plugins'))
    expect(status.text).toContain('Shops')
    await server.answer('disable Shops', ({ event, text }) => event === 'disabled' && text === 'Shops')
    const after = await dial({ address, token, schemas: inProcessThread() })
    expect(before.ok && after.ok && before.capabilities - after.capabilities).toBe(1)
  })

  it('reports what players do', async () => {
    const { server, gateway } = await story()
    const seen = async (eventId: string) => {
      const { data } = await gateway.process.until((line) => line.event === 'game' && line.eventId === eventId)
      return data
    }
    server.do('place Steve 1 70 1 minecraft:tnt')
    expect(await seen('world.block.placed')).toMatchObject({ playerName: 'Steve', type: 'minecraft:tnt' })
    server.do('break Steve 1 70 1')
    expect(await seen('world.block.broken')).toMatchObject({ location: { world: 'world', x: 1, y: 70, z: 1 } })
    server.do('chat Steve hello')
    expect(await seen('player.chat')).toMatchObject({ message: 'hello' })
    server.do('die Steve Steve fell from a high place')
    expect(await seen('player.death')).toMatchObject({ cause: 'Steve fell from a high place' })
    server.do('join Alex')
    expect(await seen('player.join')).toMatchObject({ playerName: 'Alex', isFirstJoin: true })
    server.do('quit Alex')
    expect(await seen('player.leave')).toMatchObject({ playerName: 'Alex' })
  })
})

describe.skipIf(missingPaper !== undefined)('the configuration of the Paper plugin', () => {
  it('is reloaded by its command, and a port in use is logged', async () => {
    const server = await startPaper(cleanUp)
    const file = path.join(server.folder, 'plugins', 'Gatehouse', 'config.yml')
    const taken = new URL((await pair(server)).address).port
    const other = await startPaper(cleanUp, [], `port: ${taken}`)
    const off = await other.answer('console gatehouse pair', ({ text }) => String(text).includes('log'))
    expect(off.text).toBe('[Gatehouse] Gatehouse cannot connect. The server log says why.')
    writeFileSync(file, readFileSync(file, 'utf8').replace('language: en', 'language: zh'))
    await server.answer('console gatehouse reload', ({ text }) => text === '[Gatehouse] 已重新读取配置。')
  })
})
