# What a person does with this tree. `make` alone lists it.

.DEFAULT_GOAL := help
.PHONY: help run cluster build release test endure chaos generate pictures client-deps
.DELETE_ON_ERROR:

# gin without MessagePack, which nobody here speaks and which takes a fifth of
# the whole compile time.
export GOFLAGS ?= -tags=nomsgpack

# Every file and folder under the given ones; a folder is newer than the client
# when something in it was removed.
everything = $(foreach path,$(wildcard $(1)),$(path) $(call everything,$(path)/*))

client_sources := $(call everything,client/src client/public client/languages) \
	$(wildcard client/index.html client/package.json client/package-lock.json client/tsconfig.json $(addprefix client/,vite.config.ts chunks.ts barrels.ts displayNames.ts languages.ts languageFiles.ts))

# Without a key of a GIF service the picker shows GIFs that the program draws.
sample_gifs = GIF_PROVIDER="$${GIF_PROVIDER-$$(test -n "$$GIPHY_API_KEY" || echo sample)}"

help: ## list these targets
	@.ci/help.sh

# The first build fills Go's cache while the client is being made.
run: ## build everything and start it on this machine, nothing to configure
	@go build -o bin/muster ./cmd/muster >/dev/null 2>&1 & \
		$(MAKE) --no-print-directory client/dist/index.html; made=$$?; wait; exit $$made
	@.ci/need.sh run
	go build -o bin/muster ./cmd/muster
	@$(sample_gifs) exec bin/muster dev

cluster: ## two nodes, a balancer and what they share, on this machine
	@.ci/need.sh cluster
	@$(MAKE) --no-print-directory build
	@$(sample_gifs) exec bin/muster cluster --nodes 2

build: client/dist/index.html ## the whole product in bin/muster, the client inside
	go build -trimpath -o bin/muster ./cmd/muster

# PLATFORMS names some alone, as linux/amd64,darwin/arm64.
release: client/dist/index.html ## archives, images, checksums and bills of materials in bin/release
	go run ./cmd/release $(if $(PLATFORMS),-platforms $(PLATFORMS))

test: ## set up what the tests need, then run those of every change
	@.ci/test.sh

endure: ## the other tests, for the night: faults, crowds, deploys, the rest of the walks
	@.ci/test.sh endure

# CHAOS is how long, SEED repeats a run's faults, JSON is a file for the report.
CHAOS ?= 10m
SEED ?= 0

chaos: ## kill, stop, freeze and cut everything for ten minutes, and count what is lost
	@.ci/need.sh cluster
	go test ./cmd/muster/internal/systemtest -pgo=off -run '^TestWS14Chaos$$' -count=1 -timeout 12h -v \
		-chaos $(CHAOS) -chaos.rate 200 -chaos.seed $(SEED) $(if $(JSON),-chaos.json $(abspath $(JSON)))

generate: ## write the client's types anew from the Go structs
	go run ./cmd/typegen

pictures: build ## draw the README's pictures anew, of the demo while it talks
	CHROMIUM=$$(.ci/chromium.sh) npm --prefix client run --silent pictures

client-deps:
	@.ci/client-deps.sh

client/dist/index.html: $(client_sources) | client-deps
	npm --prefix client run --silent bundle
	@touch $@
