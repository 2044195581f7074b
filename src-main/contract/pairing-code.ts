/** Pairing code: the one-time code that `/gatehouse pair` of a Minecraft server prints; a person enters it in place of a token. */

const pairingCode = /^pair-[2-9a-hjkmnp-z]{4}-[2-9a-hjkmnp-z]{4}$/u

/** The normalized code in an entered text; undefined for any other text. */
export function pairingCodeIn(entered: string): string | undefined {
  const code = entered.trim().toLowerCase()
  return pairingCode.test(code) ? code : undefined
}
