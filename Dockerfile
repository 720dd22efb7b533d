# cycle-monitor as one file in a small image:
#
#     docker build -t cycle-monitor .
#     docker run --rm -it -v "$PWD:/recordings" -w /recordings cycle-monitor run.jsonl
FROM swift:6.3 AS build
WORKDIR /cycle
COPY . .
RUN bash Scripts/install-monitor /out

FROM ubuntu:24.04
COPY --from=build /out/cycle-monitor /usr/local/bin/cycle-monitor
ENTRYPOINT ["cycle-monitor"]
