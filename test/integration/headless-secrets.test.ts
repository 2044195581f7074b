import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { serveSimulator } from '../../agents/kit/simulator/simulator.js'
import { buildProgram, Program, temporaryProfile } from '../fakes/headless-program.js'
import { giveOrder } from '../fixtures/give-order.js'
import { headlessProgram } from '../fixtures/programs.js'

let child: Awaited<ReturnType<typeof buildProgram>>
beforeAll(async () => {
  child = await buildProgram('test/fixtures/secrets-child.ts')
})
afterAll(() => child.remove())

let folder: string
let profile: string
let keyFile: string
const programs: Program[] = []
beforeEach(async () => {
  folder = await temporaryProfile()
  profile = path.join(folder, 'profile')
  keyFile = path.join(folder, 'key')
  await writeFile(keyFile, `${'k'.repeat(44)}\n`)
})
afterEach(async () => {
  for (const program of programs.splice(0)) await program.kill()
  await rm(folder, { recursive: true, force: true })
})

function start(...args: string[]): Program {
  const program = new Program(headlessProgram(), ['--profile', profile, ...args])
  programs.push(program)
  return program
}

const withKey = () => start('--secrets-key-file', keyFile)
const secretsFile = () => readFileSync(path.join(profile, 'secrets.json'), 'utf8')

it('a server that was added connects again after the program was killed, with the token that was kept', async () => {
  const world = await serveSimulator({ port: 0, token: 'a secret token', name: 'Home' })
  try {
    const online = (program: Program) => program.next('server', ({ state }) => state === 'online')
    const first = withKey()
    await first.next('ready')
    const given = { server: { address: world.address, name: 'Home' }, secrets: { token: 'a secret token' } }
    expect(await giveOrder(profile, 'servers:add', given)).toMatchObject({ ok: true })
    await online(first)
    expect(secretsFile()).not.toContain('secret token')
    await first.kill()
    const second = withKey()
    await online(second)
    expect(second.stderr).not.toContain('forgotten')
  } finally {
    await world.close()
  }
})

it('a wrong key or none ends the start with 2, what to do, and unchanged secrets', async () => {
  const first = withKey()
  await first.next('ready')
  const given = { server: { address: 'ws://127.0.0.1:1' }, secrets: { token: 'a secret token' } }
  expect(await giveOrder(profile, 'servers:add', given)).toMatchObject({ ok: true })
  await first.kill()
  const before = secretsFile()
  const otherKey = path.join(folder, 'other')
  await writeFile(otherKey, 'x'.repeat(44))
  for (const options of [[], ['--secrets-key-file', otherKey]]) {
    const program = start(...options)
    expect(await program.ended()).toBe(2)
    expect(program.said).toEqual([])
    expect(program.stderr).toContain('Start with the right --secrets-key-file.')
    expect(program.stderr).not.toMatch(/^\s+at /mu)
    expect(secretsFile()).toBe(before)
  }
  await withKey().next('ready')
})

it('without a key it says once that secrets are forgotten', async () => {
  const program = start()
  await program.next('ready')
  program.process.kill('SIGTERM')
  expect(await program.ended()).toBe(0)
  expect(program.stderr.match(/forgotten when the program ends/gu)).toHaveLength(1)
})

it('a program that is killed while it saves secrets leaves all of them, each old or new', async () => {
  for (let round = 0; round < 3; round += 1) {
    const writer = new Program(child.file, [profile, `${round}`])
    programs.push(writer)
    await writer.next('saved', ({ count }) => count === 1 + round * 3)
    await writer.kill()
    const reader = new Program(child.file, [profile])
    programs.push(reader)
    const { rounds } = await reader.next('read')
    expect(rounds).toHaveLength(20)
    for (const one of rounds as number[]) expect([round - 1, round]).toContain(one)
    await reader.kill()
  }
})
