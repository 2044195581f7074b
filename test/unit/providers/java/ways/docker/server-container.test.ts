import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { InspectedContainer } from '../../../../../../src-main/providers/java/ways/docker/engine.js'
import {
  dataFolderOf,
  rconPlaceOf,
  serverContainerOf,
  stateOf,
  stopSecondsOf,
} from '../../../../../../src-main/providers/java/ways/docker/server-container.js'

const recorded = JSON.parse(
  readFileSync(new URL('../../../../../fixtures/docker/container.json', import.meta.url), 'utf8'),
) as InspectedContainer
const withConfig = (config: Partial<InspectedContainer['Config']>): InspectedContainer => ({
  ...recorded,
  Config: { ...recorded.Config, ...config },
})

it.each([
  ['itzg/minecraft-server', true],
  ['docker.io/itzg/minecraft-server:java21@sha256:0123', true],
  ['localhost:5000/itzg/minecraft-server', true],
  ['evil-itzg/minecraft-server', false],
  ['itzg/minecraft-server-fork', false],
])('recognizes the image %s: %s', (Image, isItzg) => {
  expect(serverContainerOf(withConfig({ Image })).isItzg).toBe(isItzg)
})

it('recognizes an image that was built on it by the label of its source', () => {
  const Labels = { 'org.opencontainers.image.source': 'https://github.com/itzg/docker-minecraft-server' }
  expect(serverContainerOf(withConfig({ Image: 'mine', Labels })).isItzg).toBe(true)
})

it('shows the lines of compose.yaml that are missing, for the service of the container', () => {
  const Labels = { 'com.docker.compose.service': 'survival' }
  const off = serverContainerOf(withConfig({ Labels, Env: ['ENABLE_RCON=FALSE', 'STOP_DURATION=120'] }))
  expect(off.hasRcon).toBe(false)
  expect(off.missingLines).toEqual([
    'services:',
    '  survival:',
    '    environment:',
    '      ENABLE_RCON: "true"',
    '    stop_grace_period: 135s',
  ])
  expect(serverContainerOf(withConfig({ Labels, StopTimeout: 90 })).missingLines).toEqual([])
})

it('puts no name of others into the lines that could be more than a name', () => {
  const Labels = { 'com.docker.compose.service': 'x:\n    privileged: true' }
  expect(serverContainerOf(withConfig({ Labels })).missingLines[1]).toBe('  minecraft:')
})

it('lets a stop take as long as the image waits for the server, and never longer than 15 minutes', () => {
  expect(stopSecondsOf(recorded)).toBe(75)
  expect(stopSecondsOf(withConfig({ Env: ['STOP_DURATION=90', 'STOP_SERVER_ANNOUNCE_DELAY=30'] }))).toBe(135)
  expect(stopSecondsOf(withConfig({ StopTimeout: 200 }))).toBe(200)
  expect(stopSecondsOf(withConfig({ Env: ['STOP_DURATION=99999'] }))).toBe(900)
})

it('counts a server as starting until its health check passes, and as crashed when nobody ended it', () => {
  const state = (Status: string, Health?: string) =>
    stateOf({ ...recorded, State: { Status, ...(Health !== undefined && { Health: { Status: Health } }) } })
  expect(state('running', 'starting')).toBe('starting')
  expect([state('running', 'healthy'), state('running', 'unhealthy'), state('running')]).toEqual(
    Array(3).fill('running'),
  )
  const ended = (ExitCode: number, OOMKilled = false) =>
    stateOf({ ...recorded, State: { Status: 'exited', ExitCode, OOMKilled } })
  expect([0, 130, 137, 143].map((code) => ended(code))).toEqual(Array(4).fill('stopped'))
  expect([ended(1), ended(137, true)]).toEqual(['crashed', 'crashed'])
  expect([state('exited'), state('created'), state('paused')]).toEqual(['stopped', 'stopped', 'unknown'])
})

it('finds RCON at the published port first, then at the address of the container', () => {
  const published = { '25575/tcp': [{ HostIp: '0.0.0.0', HostPort: '30000' }] }
  const bridge = { Ports: {}, Networks: { mine: { IPAddress: '172.18.0.2' } } }
  const place = (NetworkSettings: InspectedContainer['NetworkSettings']) =>
    rconPlaceOf({ ...recorded, HostConfig: { NetworkMode: 'mine' }, NetworkSettings })
  expect(place({ ...bridge, Ports: published })).toEqual({ host: '127.0.0.1', port: 30_000 })
  expect(place(bridge)).toEqual({ host: '172.18.0.2', port: 25_575 })
  expect(rconPlaceOf(recorded)).toEqual({ host: '127.0.0.1', port: 25_575 })
})

it('takes /data for the folder of the server, else the working folder', () => {
  expect(dataFolderOf(recorded)).toBe('/data')
  const other = { ...withConfig({ Image: 'mine', WorkingDir: '/srv/minecraft/' }), Mounts: null }
  expect(dataFolderOf(other)).toBe('/srv/minecraft')
  expect(dataFolderOf({ ...other, Config: { ...other.Config, WorkingDir: '/' } })).toBeUndefined()
})
