/** Dialogs: files and folders that a person chooses in the dialogs of the system; undefined when they cancel. */
import { dialog } from 'electron'

/** The system asks before it overwrites a file. */
export async function chooseAuditFile(format: 'jsonl' | 'csv'): Promise<string | undefined> {
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: `gatehouse-audit.${format}` })
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
