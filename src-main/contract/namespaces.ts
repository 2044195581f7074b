/** Namespaces: which capability names each kind of server may use. See docs/protocol.md#capability-namespaces. */

/** `ext.java` and `ext.bedrock` belong to the built-in providers. */
const reserved = /^(?:mcp|system|internal|ext\.(?:java|bedrock))(?:\.|$)/u

/** Whether providers may not define an id themselves. */
export const isReserved = (id: string): boolean => reserved.test(id)

/** Whether only the gateway itself may call an id; consumers do not see it. */
export const isInternal = (id: string): boolean => id.startsWith('mcp.')

const thirdParty = /^ext\.[^.]+\.[^.]/u

/** Whether an id is `ext.{provider}.*`, whose names each provider chooses. */
export const isThirdParty = (id: string): boolean => thirdParty.test(id)
