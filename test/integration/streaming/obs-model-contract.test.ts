/** The model of OBS, measured with the client library that most programs use. */
import { createHash } from 'node:crypto'
import { EventSubscription, OBSWebSocket, OBSWebSocketError } from 'obs-websocket-js/json'
import { afterEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { closeCodes } from '../../fakes/obs/obs-model.js'
import { type ObsServer, openObsServer } from '../../fakes/obs/obs-server.js'
import { CleanUp } from '../../fixtures/clean-up.js'

const cleanUp = new CleanUp()
afterEach(() => cleanUp.run())

async function open(password?: string): Promise<ObsServer> {
  return cleanUp.add(await openObsServer(password === undefined ? {} : { password }), (server) => server.close())
}

const client = (): OBSWebSocket => cleanUp.add(new OBSWebSocket(), (one) => one.disconnect())

/** A client that says what it likes. @returns the close code */
async function closeCodeAfter(server: ObsServer, ...messages: readonly unknown[]): Promise<number> {
  const socket = new WebSocket(server.address, 'obswebsocket.json')
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('open', () => {
    for (const message of messages) socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  })
  return closed
}

const identify = { op: 1, d: { rpcVersion: 1 } }

describe('model of obs-websocket, with its client library', () => {
  it('identifies a client, with and without a password', async () => {
    expect(await client().connect((await open()).address)).toMatchObject({ rpcVersion: 1, negotiatedRpcVersion: 1 })
    const locked = await open('pässword')
    await expect(client().connect(locked.address, 'pässword')).resolves.toMatchObject({ negotiatedRpcVersion: 1 })
    await expect(client().connect(locked.address, 'wrong')).rejects.toMatchObject({ code: 4_009 })
    await expect(client().connect(locked.address)).rejects.toMatchObject({ code: 4_009 })
  })

  it('sends the events of outputs to those who subscribed', async () => {
    const server = await open()
    const [one, other] = [client(), client()]
    await one.connect(server.address, undefined, { eventSubscriptions: EventSubscription.Outputs })
    await other.connect(server.address, undefined, { eventSubscriptions: EventSubscription.Scenes })
    const states: unknown[] = []
    other.on('StreamStateChanged', () => states.push('other'))
    const started = new Promise<void>((resolve) =>
      one.on('StreamStateChanged', ({ outputActive, outputState }) => {
        states.push([outputState, outputActive])
        if (outputActive) resolve()
      }),
    )
    server.model.streamBecame('STARTING', 'STARTED')
    await started
    expect(states).toEqual([
      ['OBS_WEBSOCKET_OUTPUT_STARTING', false],
      ['OBS_WEBSOCKET_OUTPUT_STARTED', true],
    ])
  })

  it('answers requests with the data and the codes of OBS', async () => {
    const { address, model } = await open()
    const obs = client()
    await obs.connect(address)
    expect(await obs.call('GetVideoSettings')).toMatchObject({ baseWidth: 1_920, baseHeight: 1_080 })
    const { sceneName } = await obs.call('GetCurrentProgramScene')
    const input = { sceneName, inputName: 'Web', inputKind: 'browser_source', inputSettings: { url: 'http://a' } }
    expect(await obs.call('CreateInput', input)).toMatchObject({ sceneItemId: 1 })
    expect(await obs.call('GetInputSettings', { inputName: 'Web' })).toMatchObject({
      inputSettings: { url: 'http://a' },
    })
    const refused: [Promise<unknown>, number][] = [
      [obs.call('CreateInput', input), 601],
      [obs.call('CreateInput', { ...input, inputName: 'Other', inputKind: 'none' }), 605],
      [obs.call('CreateInput', { ...input, inputName: 'Other', sceneName: 'Web' }), 602],
      [obs.call('CreateInput', { ...input, inputName: '' }), 403],
      [obs.call('GetInputSettings', {}), 300],
      [obs.call('GetInputSettings'), 301],
      [obs.call('GetInputSettings', { inputName: 7 as never }), 401],
      [obs.call('GetInputSettings', { inputName: 'None' }), 600],
      [obs.call('SaveReplayBuffer'), 604],
      [obs.call('CreateRecordChapter'), 501],
      [obs.call('GetStudioModeEnabled'), 204],
    ]
    for (const [call, code] of refused) await expect(call).rejects.toMatchObject({ code })
    model.studio.isReady = false
    await expect(obs.call('GetVersion')).rejects.toBeInstanceOf(OBSWebSocketError)
    await expect(obs.call('GetVersion')).rejects.toMatchObject({ code: 207 })
  })

  it('is no OBS for the library where it is older than 28', async () => {
    const old = cleanUp.add(await openObsServer({ isOld: true }), (server) => server.close())
    await expect(client().connect(old.address)).rejects.toThrow(/subprotocol/iu)
  })
})

describe('close codes of the model, as in WebSocketServer_Protocol.cpp', () => {
  const secret = (text: string): string => createHash('sha256').update(text).digest('base64')

  it.each([
    ['a text that is no JSON', closeCodes.messageDecodeError, ['{']],
    ['a value that is no object', closeCodes.messageDecodeError, [[1]]],
    ['no data', closeCodes.missingDataField, [{ op: 1 }]],
    ['data that is no object', closeCodes.invalidDataFieldType, [{ op: 1, d: 'text' }]],
    ['no operation', closeCodes.unknownOpCode, [{ d: {} }]],
    [
      'a request before Identify',
      closeCodes.notIdentified,
      [{ op: 6, d: { requestType: 'GetVersion', requestId: '1' } }],
    ],
    ['Identify twice', closeCodes.alreadyIdentified, [identify, identify]],
    ['another version', closeCodes.unsupportedRpcVersion, [{ op: 1, d: { rpcVersion: 2 } }]],
    ['the protocol before 5', closeCodes.unsupportedRpcVersion, [{ 'request-type': 'GetAuthRequired' }]],
    ['no version', closeCodes.missingDataField, [{ op: 1, d: {} }]],
    ['a version that is no number', closeCodes.invalidDataFieldType, [{ op: 1, d: { rpcVersion: '1' } }]],
    ['a request without an id', closeCodes.missingDataField, [identify, { op: 6, d: { requestType: 'GetVersion' } }]],
    ['a request without a name', closeCodes.missingDataField, [identify, { op: 6, d: { requestId: '1' } }]],
    ['an unknown operation', closeCodes.unknownOpCode, [identify, { op: 42, d: {} }]],
  ])('%s', async (_what, code, messages) => {
    expect(await closeCodeAfter(await open(), ...messages)).toBe(code)
  })

  it('takes no answer to another challenge', async () => {
    const server = await open('password')
    const authentication = secret(`${secret('passwordsalt')}challenge`)
    expect(await closeCodeAfter(server, { op: 1, d: { rpcVersion: 1, authentication } })).toBe(4_009)
  })
})
