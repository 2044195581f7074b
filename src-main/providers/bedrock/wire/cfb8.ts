/**
 * AES-256-CFB8: the stream cipher of encrypted Bedrock connections.
 *
 * Built on AES-256-ECB, because the library inside Electron (BoringSSL) has no CFB8. Decryption knows all cipher text,
 * so one call to the cipher handles many bytes.
 */
import { type Cipher, createCipheriv } from 'node:crypto'

const blockBytes = 16
/** Bytes that one call decrypts; each takes a block of input. */
const batchBytes = 4_096

const ecb = (key: Buffer): Cipher => createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)

/** Encrypts a stream, piece by piece. */
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

/** Decrypts a stream, piece by piece. */
export function cfb8Decryptor(key: Buffer, initial: Buffer): (encrypted: Buffer) => Buffer {
  const cipher = ecb(key)
  let before = Buffer.from(initial)
  return (encrypted) => {
    const plain = Buffer.alloc(encrypted.length)
    for (let start = 0; start < encrypted.length; start += batchBytes) {
      const batch = encrypted.subarray(start, start + batchBytes)
      const stream = Buffer.concat([before, batch])
      const windows = Buffer.alloc(batch.length * blockBytes)
      for (let at = 0; at < batch.length; at++) stream.copy(windows, at * blockBytes, at, at + blockBytes)
      const keys = cipher.update(windows)
      for (let at = 0; at < batch.length; at++) plain[start + at] = (batch[at] ?? 0) ^ (keys[at * blockBytes] ?? 0)
      before = Buffer.from(stream.subarray(stream.length - blockBytes))
    }
    return plain
  }
}
