/** SSH scene: ways to servers over SSH, all closed at the end of a test, with temporary folders. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { AddedServer, ServerSecrets } from '@shared/servers/added-server.js'
import type { ServerWay } from '../../../../src-main/providers/java/ports.js'
import type { SshAddress, SshDependencies } from '../../../../src-main/providers/java/ways/ssh/ssh-connection.js'
import { createSshWay } from '../../../../src-main/providers/java/ways/ssh/ssh-way.js'
import { systemClock } from '../../../../src-main/storage/system-clock.js'
import { RecordingLog } from '../../recording-log.js'
import { Cable, type CableOptions } from './cable.js'
import { ModelSshd, type ModelSshdOptions } from './model-sshd.js'
import type { Sshd } from './real-sshd.js'

interface TrustedOptions extends Pick<SshDependencies, 'keepAliveMs'> {
  readonly port?: number
  readonly kind?: SshAddress['kind']
}

export class SshScene {
  readonly log = new RecordingLog()
  readonly #endings: (() => unknown)[] = []

  /** Closes everything, the newest first. */
  async end(): Promise<void> {
    for (const end of this.#endings.splice(0).reverse()) await end()
  }

  onEnd(end: () => unknown): void {
    this.#endings.push(end)
  }

  /** A folder with these files. */
  folder(files: Readonly<Record<string, string | Buffer>> = {}): string {
    const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'gatehouse-ssh-')))
    this.onEnd(() => rmSync(folder, { recursive: true, force: true }))
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), content)
    }
    return folder
  }

  async cable(port: number, options?: CableOptions): Promise<Cable> {
    const cable = await Cable.to(port, options)
    this.onEnd(() => cable.stop())
    return cable
  }

  async model(options: ModelSshdOptions): Promise<ModelSshd> {
    const model = await ModelSshd.start(options)
    this.onEnd(() => model.stop())
    return model
  }

  /** @param home of the user, with `.ssh`; without it one without any */
  way(
    address: Partial<SshAddress> & { readonly port: number },
    settings: Partial<AddedServer & ServerSecrets> = {},
    home = this.folder(),
    deps: Pick<SshDependencies, 'keepAliveMs'> = {},
  ): ServerWay & { readonly openFiles: NonNullable<ServerWay['openFiles']> } {
    const way = createSshWay(
      settings,
      { kind: 'ssh', user: 'mc', host: '127.0.0.1', folder: '/', ...address } as SshAddress,
      settings as ServerSecrets,
      { clock: systemClock, log: this.log, chance: () => 0, home, environment: {}, ...deps },
    )
    this.onEnd(() => {
      way.console?.stop()
      way.management?.stop()
      return way.stop()
    })
    return way as ReturnType<SshScene['way']>
  }

  /** A way to a real sshd, whose host key is trusted. */
  trusted(
    sshd: Sshd,
    folder: string,
    { port = sshd.port, kind = 'ssh' as SshAddress['kind'], ...deps }: TrustedOptions = {},
  ) {
    const { user, keyFile, fingerprint: hostKey } = sshd
    return this.way({ kind, user, port, folder }, { keyFile, hostKey }, undefined, deps)
  }
}
