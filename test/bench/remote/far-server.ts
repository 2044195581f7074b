/** Far server: servers behind OpenSSH and behind the models of panels, at a distance, and bare clients on the same way. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Client, type ClientChannel, type SFTPWrapper } from 'ssh2'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { PanelScene } from '../../fakes/java/panel/panel-scene.js'
import type { Cable, CableOptions } from '../../fakes/java/ssh/cable.js'
import { Sshd, sshdMissing } from '../../fakes/java/ssh/real-sshd.js'
import { SshScene } from '../../fakes/java/ssh/ssh-scene.js'

/** 50 ms there and back, and 20 Mbit/s from the server. */
export const link: CableOptions = { delayMs: 25, rate: 20_000_000 / 8 }

export const scene = new SshScene()

/** Undefined where there is no OpenSSH. */
export async function startSshd(): Promise<Sshd | undefined> {
  const missing = sshdMissing()
  if (missing !== undefined) {
    console.error(`SSH is not measured: ${missing}`)
    return undefined
  }
  const sshd = await Sshd.start()
  scene.onEnd(() => sshd.stop())
  return sshd
}

/** A panel and its node; both are reached through cables. */
export async function startPanel(
  options: CableOptions,
  run: (command: string) => Promise<readonly string[]> | readonly string[] = () => [],
): Promise<PanelScene> {
  const panel = await PanelScene.start({ clock: systemClock, run })
  scene.onEnd(() => panel.close())
  panel.node.publicPort = (await scene.cable(panel.node.port, options)).port
  panel.panel.publicPort = (await scene.cable(Number(new URL(panel.panel.origin).port), options)).port
  panel.node.panelOrigin = panel.panel.origin
  panel.node.process.start()
  return panel
}

export async function bareClient({ user, keyFile }: Sshd, { port }: Pick<Cable, 'port'>): Promise<Client> {
  const client = new Client()
  client.connect({ host: '127.0.0.1', port, username: user, privateKey: readFileSync(keyFile) })
  await once(client, 'ready')
  client.setNoDelay(true)
  scene.onEnd(() => client.destroy())
  return client
}

export const bareTunnel = (client: Client, port: number): Promise<ClientChannel> =>
  new Promise((resolve, reject) =>
    client.forwardOut('127.0.0.1', 0, '127.0.0.1', port, (error, channel) =>
      error ? reject(error) : resolve(channel),
    ),
  )

export const bareFiles = (client: Client): Promise<SFTPWrapper> =>
  new Promise((resolve, reject) => client.sftp((error, files) => (error ? reject(error) : resolve(files))))
