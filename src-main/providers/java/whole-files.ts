/** Whole files: reads files as a whole, and names, over what each way has: open files and entries of a folder. */
import { folderError, isMissing } from './folder/folder-problem.js'
import type { FileEntry, FileFacts, OpenedFile, ServerFiles } from './ports.js'

export abstract class WholeFiles implements ServerFiles {
  abstract readonly place: string
  abstract withFile<Result>(path: string, use: (file: OpenedFile, facts: FileFacts) => Promise<Result>): Promise<Result>
  abstract facts(path: string): Promise<(FileFacts & { readonly isFolder: boolean }) | undefined>
  abstract entries(path: string): Promise<readonly FileEntry[] | undefined>
  abstract isNamed(path: string): Promise<boolean>

  read(path: string, most: number): Promise<Buffer> {
    return this.withFile(path, async (file, { size }) => {
      if (size > most) throw folderError('too-large', path)
      // Limits the read even when the file grows meanwhile.
      const bytes = Buffer.alloc(size)
      let length = 0
      for (let read = -1; read !== 0 && length < size; length += read)
        read = (await file.read(bytes, length, size - length, length)).bytesRead
      return bytes.subarray(0, length)
    })
  }

  async readIfThere(path: string, most: number): Promise<Buffer | undefined> {
    try {
      return await this.read(path, most)
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async names(path: string): Promise<readonly string[]> {
    return ((await this.entries(path)) ?? []).map(({ name }) => name)
  }
}
