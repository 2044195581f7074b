/* Generated from schemas/ by `npm run generate`. Do not edit. */

/**
 * One line of the audit trail. See docs/protocol.md#audit. A call that changes the world writes its intent before the provider is called and its outcome after.
 */
export interface AuditEvent {
  id: string
  timestamp: string
  eventType: 'invoke' | 'approve' | 'reject' | 'rollback' | 'error'
  capabilityId: string
  capabilityVersion?: string
  caller: {
    type?: 'model' | 'user' | 'system'
    id?: string
    name?: string
  }
  /**
   * Arguments, redacted.
   */
  request?: {
    [k: string]: unknown
  }
  /**
   * Data or error, redacted.
   */
  response?: {
    [k: string]: unknown
  }
  riskLevel?: string
  approvalInfo?: {
    required?: boolean
    approvedBy?: string
    approvedAt?: string
    approvalId?: string
    outcome?: 'approved' | 'denied' | 'expired' | 'withdrawn' | 'superseded' | 'unasked'
    /**
     * The rule of a person that answered instead of asking.
     */
    ruleId?: string
    /**
     * What the answer or the rule covers, and how long.
     */
    scope?: {
      what: 'exactly' | 'narrow' | 'any'
      duration?: 'once' | 'session' | '5-minutes' | '15-minutes' | '60-minutes' | 'always'
      /**
       * Of a rule that ends.
       */
      until?: string
      /**
       * Of a narrow answer: what the arguments must be.
       *
       * @maxItems 64
       */
      facts?: {
        kind: 'same' | 'near' | 'at-most' | 'items-at-most' | 'under' | 'host' | 'build' | 'free'
        [k: string]: unknown
      }[]
    }
    /**
     * SHA-256 of what the answer is about: capability, version, risk, server, caller, arguments.
     */
    fingerprint?: string
    /**
     * People who had to agree, where too few could be asked and nobody was.
     */
    needed?: number
    /**
     * People who could be asked, where that was too few.
     */
    present?: number
  }
  rollbackInfo?: {
    snapshotId?: string
    rolledBack?: boolean
    rollbackAt?: string
    /**
     * Of an undo: request id of the call that is undone.
     */
    undoes?: string
    /**
     * What the paired context showed before the call, redacted.
     */
    before?: {
      [k: string]: unknown
    }
  }
  metadata?: {
    phase?: 'intent' | 'outcome'
    requestId?: string
    agentId?: string
    serverId?: string
    /**
     * Id of the event whose outcome was unknown: this one says how it ended.
     */
    completes?: string
    /**
     * The server that ran it, as its agent calls it; absent where that is the agent itself.
     */
    executedBy?: string
    sessionId?: string
    traceId?: string
    /**
     * Milliseconds.
     */
    executionTime?: number
    /**
     * Whether the server was not asked: another call had just read the same.
     */
    cached?: boolean
    /**
     * Whether nothing was asked, run or changed: it was only found out what would be.
     */
    dryRun?: boolean
    /**
     * Ids of the rules that raised the risk, worst first.
     */
    raisedBy?: string[]
    /**
     * The built-in rule without which nobody would have been asked.
     */
    askedBy?: string
    /**
     * Whether the caller had read text that somebody in the game wrote.
     */
    tainted?: boolean
    /**
     * Why it was refused though no person said no to it: everything was stopped or paused, or too few people could be asked.
     */
    refused?: 'stopped' | 'paused' | 'too-few'
    clientIp?: string
  }
}
