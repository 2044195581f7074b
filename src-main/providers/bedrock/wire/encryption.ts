/**
 * Encryption of a Bedrock connection: `ws:encrypt`, P-384 key agreement and AES-256-CFB8.
 *
 * It protects against eavesdroppers on the network. It does not authenticate the game: the owner's acceptance does.
 */
import { createHash, createPublicKey, diffieHellman, generateKeyPairSync, randomBytes } from 'node:crypto'
import { cfb8Decryptor, cfb8Encryptor } from './cfb8.js'

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

export function offerKey(): KeyOffer {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve })
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
