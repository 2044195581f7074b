/** Dialogs of the system. Files and folders that a person chooses are undefined when they cancel. */
import { dialog } from 'electron'
import type { Translate } from '../presence/tray-menu.js'

/** The system asks before it overwrites a file. */
export async function chooseNewFile(defaultPath: string): Promise<string | undefined> {
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath })
  return canceled || filePath === '' ? undefined : filePath
}

export async function chooseFile(name: string, extensions: string[]): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    properties: ['openFile'],
    filters: [{ name, extensions }],
  })
  return canceled ? undefined : filePaths[0]
}

export async function chooseFolder(): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog({ properties: ['openDirectory'] })
  return canceled ? undefined : filePaths[0]
}

/** Whether the person switches stream-safe mode although the window has text that they did not save. */
export async function askToLoseText(translate: Translate): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: translate('streamSwitch.message'),
    detail: translate('streamSwitch.detail'),
    buttons: [translate('streamSwitch.switch'), translate('streamSwitch.keep')],
    defaultId: 1,
    cancelId: 1,
  })
  return response === 0
}
