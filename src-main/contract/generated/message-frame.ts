/* Generated from schemas/ by `npm run generate`. Do not edit. */

/**
 * One message between gateway and agent. See docs/protocol.md#agents-registration and docs/protocol.md#frames. Registration, heartbeat and update carry their fields at the top level or under payload.
 */
export type MessageFrame =
  | RequestFrame
  | ResponseFrame
  | EventFrame
  | ErrorFrame
  | HeartbeatFrame
  | HeartbeatAckFrame
  | RegisterFrame
  | RegisterAckFrame
  | CapabilityUpdateFrame
export type FrameId = string
export type Timestamp = string
/**
 * Full manifests, or id, version and type alone for capabilities of the core catalogue. Each is checked by itself, so that a bad one does not take the others with it.
 *
 * @maxItems 1000
 */
export type Capabilities = {
  [k: string]: unknown
}[]

/**
 * See docs/protocol.md#frames-request.
 */
export interface RequestFrame {
  id: FrameId
  type: 'request'
  timestamp: Timestamp
  payload: {
    capabilityId: string
    version?: string
    parameters: {
      [k: string]: unknown
    }
    context?: {
      caller?: string
      sessionId?: string
      traceId?: string
      traceparent?: string
      tracestate?: string
    }
  }
}
/**
 * See docs/protocol.md#frames-response.
 */
export interface ResponseFrame {
  id: FrameId
  type: 'response'
  timestamp: Timestamp
  correlationId: FrameId
  payload: {
    success: boolean
    data?: {
      [k: string]: unknown
    }
    error?: ContractError
    metadata?: {
      executionTime?: number
      serverId?: string
      snapshotId?: string | null
    }
  }
}
export interface ContractError {
  /**
   * A code of the catalogue, for example BUSINESS.PLAYER_OFFLINE.
   */
  code: string
  /**
   * For people.
   */
  message: string
  details?: {
    [k: string]: unknown
  }
  cause?: ContractError
  /**
   * What to do next.
   */
  suggestion?: string
  documentation?: string
}
/**
 * See docs/protocol.md#frames-event.
 */
export interface EventFrame {
  id: FrameId
  type: 'event'
  timestamp: Timestamp
  payload: {
    eventId: string
    data: {
      [k: string]: unknown
    }
  }
}
export interface ErrorFrame {
  id: FrameId
  type: 'error'
  timestamp: Timestamp
  correlationId?: FrameId
  error?: ContractError
  payload?: {
    error?: ContractError
  }
}
export interface HeartbeatFrame {
  id: FrameId
  type: 'heartbeat'
  timestamp: Timestamp
  gatewayId?: string
  sessionId?: string
  status?: Health
  payload?: {
    [k: string]: unknown
  }
}
/**
 * See docs/protocol.md#agents-heartbeat. tps: ticks per second; memoryUsage: 0 to 1.
 */
export interface Health {
  healthy?: boolean
  tps?: number
  onlinePlayers?: number
  memoryUsage?: number
}
export interface HeartbeatAckFrame {
  id: FrameId
  type: 'heartbeat_ack'
  timestamp: Timestamp
  correlationId?: FrameId
  status?: Health
  payload?: {
    [k: string]: unknown
  }
}
/**
 * See docs/protocol.md#agents-register.
 */
export interface RegisterFrame {
  id: FrameId
  type: 'register'
  timestamp: Timestamp
  version: string
  gateway: {
    id: string
    name: string
    version: string
    environment?: string
  }
  authentication: {
    type: 'token'
    token: string
  }
}
/**
 * See docs/protocol.md#agents-register-ack.
 */
export interface RegisterAckFrame {
  id: FrameId
  type: 'register_ack'
  timestamp: Timestamp
  correlationId?: FrameId
  success: boolean
  gatewayId?: string
  sessionId?: string
  agentInfo?: AgentInfo
  config?: AgentConfig
  capabilities?: Capabilities
  error?: ContractError
}
export interface AgentInfo {
  id: string
  name: string
  version: string
  /**
   * Actions that the agent takes snapshots of; any, as far as is known, when left out.
   *
   * @maxItems 512
   */
  snapshotsOf?: string[]
  serverInfo?: {
    name?: string
    type?: string
    version?: string
    maxPlayers?: number
    onlinePlayers?: number
  }
  environment?: string
}
/**
 * Milliseconds.
 */
export interface AgentConfig {
  heartbeatInterval?: number
  reconnectDelay?: number
  maxRetries?: number
}
/**
 * See docs/protocol.md#agents-update.
 */
export interface CapabilityUpdateFrame {
  id: FrameId
  type: 'capability_update'
  timestamp: Timestamp
  gatewayId?: string
  action: 'add' | 'remove' | 'update'
  capabilities: Capabilities
}
