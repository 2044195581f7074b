/** Incoming: the messages and errors that a reader finds in the client's bytes. */
export type Incoming =
  | { readonly kind: 'message'; readonly bytes: Buffer }
  /** One over the limit; it was skipped. */
  | {
      readonly kind: 'too-long'
      /** Its first bytes, if known; they may identify the message. */
      readonly head?: Buffer
    }
  /** Bytes that belong to no frame; they are skipped up to the next. */
  | { readonly kind: 'unframed' }
