/**
 * AES-256-CFB8: the stream cipher of encrypted Bedrock connections.
 *
 * Built on AES-256-ECB, because the library inside Electron (BoringSSL) has no CFB8. Decryption knows all cipher text,
 * so one call to the cipher handles many bytes.
 */
import { type Cipher, createCipheriv } from 'node:crypto'

const blockBytes = 16
/** Bytes decrypted per call; each byte needs one block of input. */
const batchBytes = 4_096

const ecb = (key: Buffer): Cipher => createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)

/** Encrypts a stream in chunks. */
export function cfb8Encryptor(key: Buffer, initial: Buffer): (plain: Buffer) => Buffer {
  const cipher = ecb(key)
  const shift = Buffer.from(initial)
  return (plain) => {
    const encrypted = Buffer.alloc(plain.length)
    for (let at = 0; at < plain.length; at++) {
      const byte = (cipher.update(shift)[0] ?? 0) ^ (plain[at] ?? 0)
      encrypted[at] = byte
      shift.copyWithin(0, 1)
      shift[blockBytes - 1] = byte
    }
    return encrypted
  }
}

/** Decrypts a stream in chunks. */
export function cfb8Decryptor(key: Buffer, initial: Buffer): (encrypted: Buffer) => Buffer {
  const cipher = ecb(key)
  /** The last cipher text, then the batch. */
  const stream = Buffer.alloc(blockBytes + batchBytes)
  const windows = Buffer.alloc(batchBytes * blockBytes)
  initial.copy(stream)
  return (encrypted) => {
    const plain = Buffer.alloc(encrypted.length)
    for (let start = 0; start < encrypted.length; start += batchBytes) {
      const count = encrypted.copy(stream, blockBytes, start, start + batchBytes)
      // Plain loops: a call for each byte would cost ten times as much.
      for (let at = 0, to = 0; at < count; at++)
        for (let from = at; from < at + blockBytes; from++, to++) windows[to] = stream[from] as number
      const keys = cipher.update(windows.subarray(0, count * blockBytes))
      for (let at = 0; at < count; at++)
        plain[start + at] = (stream[blockBytes + at] as number) ^ (keys[at * blockBytes] as number)
      stream.copyWithin(0, count, count + blockBytes)
    }
    return plain
  }
}
