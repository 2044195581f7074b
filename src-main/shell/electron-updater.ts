/** electron-updater, behind the source that updates speak to. It checks hashes and signatures of what it downloads. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { app } from 'electron'
import type { AppUpdater } from 'electron-updater'
import { type UpdateWay, updateWay } from './update-way.js'
import type { UpdateSource } from './updates.js'

/** How this copy of the program is brought up to date. */
export const wayOfThisCopy = (): UpdateWay =>
  updateWay({
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

  /** Loaded when it is first needed: most runs of the program never do. */
  static async open(): Promise<ElectronUpdater> {
    const { autoUpdater } = await import('electron-updater')
    // What it throws it also emits; nobody else listens.
    autoUpdater.on('error', () => {})
    return new ElectronUpdater(autoUpdater)
  }

  async check(channel: 'stable' | 'beta'): Promise<string | undefined> {
    this.#updater.channel = channel === 'stable' ? 'latest' : 'beta'
    // Setting a channel allows it; an older version is never wanted.
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
