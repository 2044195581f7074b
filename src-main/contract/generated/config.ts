/* Generated from schemas/ by `npm run generate`. Do not edit. */

/**
 * settings.json of a profile, once its references are resolved. What is not known here is kept as it is.
 */
export interface Config {
  /**
   * Of this format. A file of an older one is brought up to it when it is read.
   */
  version: 1
  language: 'system' | 'en' | 'zh'
  theme: 'system' | 'light' | 'dark'
  /**
   * Whether the built-in demo world is among the servers.
   */
  demoWorld: boolean
  /**
   * @maxItems 1000
   */
  servers: {
    id: string
    name: string
    address: string
    /**
     * SHA-256 fingerprint of the only certificate that will do.
     */
    certificate?: string
  }[]
  /**
   * Days that the audit trail keeps its rows.
   */
  auditDays?: number
  /**
   * What the audit trail may take up; beyond it the oldest rows go first.
   */
  auditMebibytes?: number
  /**
   * IP addresses are not written into the audit trail.
   */
  redactAddresses?: boolean
  /**
   * Distinct people who must agree to what is critical; 1 for a lone owner, who types what they approve.
   */
  criticalQuorum?: number
  /**
   * Capability id or pattern: people who must agree at least.
   */
  quorums?: {
    [k: string]: number
  }
  /**
   * Rules that raise risk; whether they are any is checked when they are used, and until then every medium action asks.
   */
  riskRules?: {
    [k: string]: unknown
  }
  /**
   * Who has read text from the game is asked about medium actions too.
   */
  taintedMediumAsks?: boolean
  /**
   * While everything is stopped, nothing is read either.
   */
  panicStopsReading?: boolean
  /**
   * Keys that stop everything, in Electron's words; none when empty.
   */
  panicShortcut?: string
  /**
   * Whether a second person may approve on a phone in the same network, and at which port.
   */
  lanApprovals?: {
    enabled: boolean
    port: number
  }
  /**
   * Addresses, coordinates, secrets, private messages and the chosen names are covered wherever something is shown.
   */
  streamSafe?: boolean
  /**
   * Names that a stream does not show.
   *
   * @maxItems 200
   */
  streamNames?: string[]
  /**
   * A page for the stream that shows what the AI is doing.
   */
  overlay?: {
    enabled: boolean
    port: number
    look: {
      /**
       * Everything that stream-safe mode covers; addresses, secrets and private messages are covered whatever this says.
       */
      coverAll: boolean
      /**
       * @maxItems 5
       */
      shows: ('calls' | 'approvals' | 'denials' | 'joins' | 'chat')[]
      size: 's' | 'm' | 'l'
      theme: 'light' | 'dark'
      accent: 'emerald' | 'lapis' | 'gold' | 'copper' | 'redstone' | 'amethyst'
      position: 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right'
      language: 'en' | 'zh' | 'same'
      /**
       * How long a card stays.
       */
      seconds: number
      /**
       * Cards at once.
       */
      most: number
      /**
       * Nothing slides or grows.
       */
      calm: boolean
    }
  }
}
