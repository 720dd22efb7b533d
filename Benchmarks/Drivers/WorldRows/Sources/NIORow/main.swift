import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

#if canImport(Glibc)
    import Glibc
#endif

// nio-row echo | websockets       prints its port, and says what it hears: SwiftNIO as its own examples have it

/// Written at once, also to a pipe.
func say(_ port: Int) {
    let line = Array("\(port)\n".utf8)
    _ = write(1, line, line.count)
}

final class Echo: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { context.write(data, promise: nil) }
    func channelReadComplete(context: ChannelHandlerContext) { context.flush() }
}

final class EchoOfFrames: ChannelInboundHandler, Sendable {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        let answer = WebSocketFrame(fin: true, opcode: frame.opcode, data: frame.unmaskedData)
        context.write(wrapOutboundOut(answer), promise: nil)
    }

    func channelReadComplete(context: ChannelHandlerContext) { context.flush() }
}

let isEcho = CommandLine.arguments.last == "echo"
// One thread, as Cycle has for its sockets.
let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
let bootstrap = ServerBootstrap(group: group)
    .serverChannelOption(.backlog, value: 1_024)
    .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
    .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
            if isEcho { return try channel.pipeline.syncOperations.addHandler(Echo()) }
            let upgrader = NIOWebSocketServerUpgrader(
                shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
                upgradePipelineHandler: { channel, _ in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(EchoOfFrames())
                    }
                })
            try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
        }
    }
    .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
let channel = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
say(channel.localAddress?.port ?? 0)
try await channel.closeFuture.get()
