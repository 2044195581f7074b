/** electron-updater as an update source. It verifies hashes and signatures of downloads. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { app } from 'electron'
import type { AppUpdater } from 'electron-updater'
import { type UpdateMethod, updateMethod } from './update-method.js'
import type { UpdateSource } from './updates.js'

/** How this copy of the program is updated. */
export const updateMethodOfThisCopy = (): UpdateMethod =>
  updateMethod({
    packaged: app.isPackaged,
    platform: process.platform,
    feed: textBeside('app-update.yml'),
    packageType: textBeside('package-type'),
    appImage: Boolean(process.env.APPIMAGE),
  })

export class ElectronUpdater implements UpdateSource {
  readonly #updater: AppUpdater

  private constructor(updater: AppUpdater) {
    this.#updater = updater
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = false
    updater.logger = null
    updater.disableWebInstaller = true
  }

  /** Loaded on first use: most runs never need it. */
  static async open(): Promise<ElectronUpdater> {
    // In a separate chunk, a CommonJS package only has the default export.
    const { autoUpdater } = (await import('electron-updater')).default
    // Thrown errors are also emitted; an error event without a listener would throw.
    autoUpdater.on('error', () => {})
    return new ElectronUpdater(autoUpdater)
  }

  async check(channel: 'stable' | 'beta'): Promise<string | undefined> {
    this.#updater.channel = channel === 'stable' ? 'latest' : 'beta'
    // Setting a channel also allows downgrades, so they are disabled again.
    this.#updater.allowDowngrade = false
    const result = await this.#updater.checkForUpdates()
    return result?.isUpdateAvailable ? result.updateInfo.version : undefined
  }

  async download(onProgress: (percent: number) => void): Promise<void> {
    const progressed = ({ percent }: { readonly percent: number }) => onProgress(percent)
    this.#updater.on('download-progress', progressed)
    try {
      await this.#updater.downloadUpdate()
    } finally {
      this.#updater.off('download-progress', progressed)
    }
  }

  /** Ends this process; the new version starts. */
  install(): void {
    this.#updater.quitAndInstall(true, true)
  }
}

function textBeside(name: string): string | undefined {
  try {
    return readFileSync(path.join(process.resourcesPath, name), 'utf8').trim()
  } catch {
    return undefined
  }
}
