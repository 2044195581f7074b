/**
 * Encryption of a Bedrock connection: `ws:encrypt`, P-384 key agreement and AES-256-CFB8.
 *
 * It protects against eavesdroppers on the network. It does not authenticate the game: the owner's acceptance does.
 * CFB8 is built on AES-256-ECB, because the library inside Electron (BoringSSL) has none. Decryption knows all cipher
 * text, so one call to the cipher handles many bytes.
 */
import {
  type Cipher,
  createCipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPair,
  randomBytes,
} from 'node:crypto'
import { promisify } from 'node:util'

export interface StreamCipher {
  encrypt(text: string): Buffer
  decrypt(bytes: Buffer): string
}

export interface KeyOffer {
  /** Body of the `ws:encrypt` request. */
  readonly body: { readonly mode: 'cfb8'; readonly publicKey: string; readonly salt: string }
  /** @param publicKey of the game, SPKI in Base64. @throws Error when it is not a P-384 key */
  accept(publicKey: string): StreamCipher
}

const curve = 'secp384r1'
const saltBytes = 16
const ivBytes = 16
/** Maximum characters of the game's key; a P-384 key has 160. */
const maxKeyLength = 512

const generate = promisify(generateKeyPair)

/** Runs on another thread: anyone on the network can ask for a key, which takes up to a millisecond. */
export async function offerKey(): Promise<KeyOffer> {
  const { privateKey, publicKey } = await generate('ec', { namedCurve: curve })
  const salt = randomBytes(saltBytes)
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  return {
    body: { mode: 'cfb8', publicKey: spki.toString('base64'), salt: salt.toString('base64') },
    accept(theirs) {
      const shared = diffieHellman({ privateKey, publicKey: publicKeyFrom(theirs) })
      const key = createHash('sha256').update(salt).update(shared).digest()
      const initial = key.subarray(0, ivBytes)
      const encrypt = cfb8Encryptor(key, initial)
      const decrypt = cfb8Decryptor(key, initial)
      return {
        encrypt: (text) => encrypt(Buffer.from(text, 'utf8')),
        decrypt: (bytes) => decrypt(bytes).toString('utf8'),
      }
    },
  }
}

function publicKeyFrom(text: string) {
  if (text.length > maxKeyLength) throw new Error('not a P-384 key')
  const key = createPublicKey({ key: Buffer.from(text, 'base64'), type: 'spki', format: 'der' })
  if (key.asymmetricKeyDetails?.namedCurve !== curve) throw new Error('not a P-384 key')
  return key
}

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
